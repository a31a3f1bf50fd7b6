import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import classes from './hint.module.css';
import { LazyMount } from './lazy-mount.tsx';

// what places it beside its target is a tenth of what the console loads first, and nobody points at anything yet
const HintBubble = lazyRouteComponent(() => import('./hint-bubble.tsx'), 'HintBubble');

/** A word about what it lies on, for pointers. Who cannot see it misses nothing: a label says the same. */
export function Hint({ label, children }: { label: string; children: ReactNode }) {
  const target = useRef<HTMLSpanElement>(null);
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <>
      <span
        ref={target}
        className={classes.target}
        onPointerEnter={() => setPointedAt(true)}
        onPointerLeave={() => setPointedAt(false)}
      >
        {children}
      </span>
      <LazyMount isOpen={isPointedAt}>
        <HintBubble target={target} label={label} opened={isPointedAt} />
      </LazyMount>
    </>
  );
}
