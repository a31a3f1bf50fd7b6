import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

/** See parts/hint.tsx. */
export function HintBubble(shown: { target: RefObject<HTMLElement | null>; label: string; opened: boolean }) {
  return <Tooltip {...shown} withArrow />;
}
