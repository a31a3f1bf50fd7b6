export { CHECKS, type Check } from './check.ts';
export { run } from './command.ts';
export { type OutsideHead, readOutsideHeads } from './outside-heads.ts';
export { type Evidence, type Verification, verifyProof } from './verify-proof.ts';
