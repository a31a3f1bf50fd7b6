import type { SharedOptions } from '../connection/shared-options.ts';

export interface ListenOptions extends SharedOptions {
  readonly forwardTo?: string;
  readonly since?: string;
}

export interface TailOptions extends SharedOptions {
  readonly problems?: true;
}
