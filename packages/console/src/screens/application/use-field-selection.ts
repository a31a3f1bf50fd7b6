import { useState } from 'react';

/** The fields of an information request, in the order in which they were picked. */
export function useFieldSelection() {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  return {
    picked,
    pick: (path: string) =>
      setPicked((before) => {
        const after = new Set(before);
        if (path !== '' && !after.delete(path)) after.add(path);
        return after;
      }),
    clear: () => setPicked(new Set()),
  };
}
