import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Icon } from '../theme/icons.ts';

/** Something that the search finds: a page to open, or an action to take. */
export interface SearchItem {
  /** Unique among all results. */
  readonly id: string;
  readonly icon: Icon;
  readonly title: string;
  /** Details that distinguish it from others with the same title. */
  readonly about: readonly (string | undefined)[];
  readonly trailing?: ReactNode;
  readonly target: LinkProps | (() => void);
}

export interface SearchGroup {
  readonly title: string;
  readonly items: readonly SearchItem[];
}
