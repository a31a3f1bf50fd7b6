import type { SharedOptions } from '../connection/shared-options.ts';

export interface ListenOptions extends SharedOptions {
  readonly forwardTo?: string;
  readonly events?: readonly string[];
  readonly since?: string;
}

export interface TailOptions extends SharedOptions {
  readonly problems?: true;
  /** An operation, or the group before the dot of its name. */
  readonly type?: string;
  readonly account?: string;
  readonly merchant?: string;
  /** `approved`, `declined` or an action code. */
  readonly decision?: string;
}
