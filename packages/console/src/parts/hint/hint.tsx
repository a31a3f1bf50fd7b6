import { lazyRouteComponent } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import classes from './hint.module.css';
import { LazyMount } from './lazy-mount.tsx';

// Load lazily, because the positioning code is a tenth of the initial code of the console.
const HintBubble = lazyRouteComponent(() => import('./hint-bubble.tsx'), 'HintBubble');

/** A tooltip for pointer users. It repeats the accessible label, so others miss nothing. */
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
