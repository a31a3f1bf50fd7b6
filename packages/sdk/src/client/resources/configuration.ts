// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { applyConfiguration, planConfiguration, readConfiguration } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** The configuration of the bank as a whole. */
export interface ConfigurationCalls {
  /** Get the configuration. */
  readonly retrieve: CallMethod<typeof readConfiguration>;
  /** Plan a configuration. */
  readonly plan: CallMethod<typeof planConfiguration>;
  /** Apply a configuration. */
  readonly apply: CallMethod<typeof applyConfiguration>;
}

export function makeConfiguration({ one }: MethodFactory): ConfigurationCalls {
  return {
    retrieve: one(readConfiguration),
    plan: one(planConfiguration),
    apply: one(applyConfiguration),
  };
}
