/**
 * Takes so many at a time, those behind the ones that were taken last, and begins again after the end. All are taken each time where they
 * are not more than that. What is in the list may change from one time to the next.
 */
export function createRoundRobin<Item>(most: number): (items: readonly Item[]) => readonly Item[] {
  let last: Item | undefined;
  return (items) => {
    const from = last === undefined ? 0 : items.indexOf(last) + 1;
    const taken = [...items.slice(from), ...items.slice(0, from)].slice(0, most);
    last = taken.at(-1);
    return taken;
  };
}
