/** A native list, which keyboards, screen readers and phones know, below a copy of what is chosen: lists do not wrap their text. */

import { h, type JSX } from "preact";
import { Icon } from "./icons";

interface Props {
  readonly name: string;
  readonly value: string;
  readonly onSelect: (value: string) => void;
  readonly options: readonly (readonly [value: string, label: string])[];
}

export function Switcher({ name, value, onSelect, options }: Props): JSX.Element {
  const chosen = options.find(([id]) => id === value);
  return (
    <span class="switcher">
      <span aria-hidden="true">{chosen?.[1]}</span>
      <Icon name="chevron" />
      <select aria-label={name} value={value} onChange={(event) => onSelect(event.currentTarget.value)}>
        {options.map(([id, label]) => <option value={id}>{label}</option>)}
      </select>
    </span>
  );
}
