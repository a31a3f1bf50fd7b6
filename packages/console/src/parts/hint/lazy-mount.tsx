import { type ReactNode, Suspense, useState } from 'react';

/** Mounts an overlay when it first opens, and keeps it mounted. */
export function LazyMount({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened && <Suspense fallback={null}>{children}</Suspense>;
}
