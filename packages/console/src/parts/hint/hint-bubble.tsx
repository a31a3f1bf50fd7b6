import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

/** The lazily loaded part of parts/hint/hint.tsx. */
export function HintBubble(displayed: { target: RefObject<HTMLElement | null>; label: string; opened: boolean }) {
  return <Tooltip {...displayed} withArrow />;
}
