/** Listens to events; returns a function that stops this. */
export function listen(
  target: EventTarget,
  types: string,
  listener: (event: never) => void,
  options: boolean | AddEventListenerOptions = false,
): () => void {
  const names = types.split(" ");
  for (const name of names) target.addEventListener(name, listener as EventListener, options);
  return () => {
    for (const name of names) target.removeEventListener(name, listener as EventListener, options);
  };
}
