import type { Implementations } from '../../platform/operation/index.ts';
import { applyConfigurationOperation } from './apply-configuration.ts';
import { type ConfigurationDeps, planConfigurationOperation } from './plan-configuration.ts';
import { readConfigurationOperation } from './read-configuration.ts';

export function configurationOperations(deps: ConfigurationDeps): Implementations {
  return {
    rest: [readConfigurationOperation(deps.banks), planConfigurationOperation(deps), applyConfigurationOperation(deps)],
  };
}
