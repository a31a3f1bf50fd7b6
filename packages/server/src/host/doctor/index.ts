export type { CheckResult } from './check.ts';
export { examineDeployment } from './doctor.ts';
