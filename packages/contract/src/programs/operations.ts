// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { listProductPrograms } from './list-product-programs.ts';
import { listProgramVersions } from './list-program-versions.ts';
import { readProgramInForce } from './read-program-in-force.ts';
import { setProgram } from './set-program.ts';

export * from './list-product-programs.ts';
export * from './list-program-versions.ts';
export * from './read-program-in-force.ts';
export * from './set-program.ts';

export const PROGRAMS_OPERATIONS = [setProgram, listProductPrograms, readProgramInForce, listProgramVersions] as const;
