import type { JsonObject } from '@cardwright/contract';
import { recompute } from '@cardwright/server/internal/issuing/authorization/decision/recompute';
import { RULE_VERSION } from '@cardwright/server/internal/issuing/authorization/decision/rules/index';
import * as version12 from '../engines/12.js';

/** Decides a message again on the facts of a proof, by one version of the rules. */
export type Engine = (message: JsonObject, facts: JsonObject, decidedAt: string) => JsonObject;

/** The unchanged engines of earlier releases (scripts/freeze-engine.mjs). */
export const FROZEN_ENGINES: ReadonlyMap<number, Engine> = new Map([[12, version12.recompute as Engine]]);

/** The engine of each version of the rules. The newest one is that of this checkout. */
export const ENGINES: ReadonlyMap<number, Engine> = new Map([
  ...FROZEN_ENGINES,
  [RULE_VERSION, recompute as unknown as Engine],
]);
