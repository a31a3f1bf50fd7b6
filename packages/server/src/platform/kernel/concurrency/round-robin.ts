/**
 * Returns the next `most` items of a list, and starts again after its end. A list of at most that many items is
 * returned whole. The list may change between calls.
 */
export function createRoundRobin<Item>(most: number): (items: readonly Item[]) => readonly Item[] {
  let last: Item | undefined;
  return (items) => {
    const from = last === undefined ? 0 : items.indexOf(last) + 1;
    const selected = [...items.slice(from), ...items.slice(0, from)].slice(0, most);
    last = selected.at(-1);
    return selected;
  };
}
