export { type Configuration, MAX_ENTRIES_READ } from './configuration.ts';
export {
  CONFIGURATION_ACTIONS,
  CONFIGURED_KINDS,
  type ConfigurationAction,
  type ConfigurationChange,
  type ConfiguredKind,
} from './configuration-change.ts';
export {
  CONFIGURATION_SCHEMA_PATH,
  CONFIGURATION_SECTIONS,
  type ConfigurationFile,
  configurationFileSchema,
  type DeploymentSection,
  findSectionProblems,
  SECRET_VARIABLE,
} from './configuration-file.ts';
export * from './operations.ts';
