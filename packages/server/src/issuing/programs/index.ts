export { programFaults } from './program-faults.ts';
export { programOperations } from './program-operations.ts';
