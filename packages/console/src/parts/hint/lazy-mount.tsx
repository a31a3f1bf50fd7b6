import { type ReactNode, Suspense, useState } from 'react';

/** What opens over the page is loaded when it is opened for the first time, and stays from then on. */
export function LazyMount({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened && <Suspense fallback={null}>{children}</Suspense>;
}
