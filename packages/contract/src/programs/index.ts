import { listProgramVersions } from './list-program-versions.ts';
import { readProgramInForce } from './read-program-in-force.ts';
import { setProgram } from './set-program.ts';

export * from './list-program-versions.ts';
export * from './program.ts';
export * from './read-program-in-force.ts';
export * from './set-program.ts';

export const PROGRAM_OPERATIONS = [setProgram, readProgramInForce, listProgramVersions] as const;
