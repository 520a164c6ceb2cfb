export { Fragment, h } from "./element";
export {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "./hooks";
export { render } from "./render";
