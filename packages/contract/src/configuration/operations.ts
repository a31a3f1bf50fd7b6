// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { applyConfiguration } from './apply-configuration.ts';
import { planConfiguration } from './plan-configuration.ts';
import { readConfiguration } from './read-configuration.ts';

export * from './apply-configuration.ts';
export * from './plan-configuration.ts';
export * from './read-configuration.ts';

export const CONFIGURATION_OPERATIONS = [readConfiguration, planConfiguration, applyConfiguration] as const;
