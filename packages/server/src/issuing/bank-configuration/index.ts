export { configurationOperations } from './configuration-operations.ts';
