// Written by scripts/documents/write-docs.mjs from the files of this folder. Only the order in the list is chosen by hand.
import { changeProgram } from './change-program.ts';
import { listPrograms } from './list-programs.ts';
import { listProgramsByNumber } from './list-programs-by-number.ts';
import { readProgram } from './read-program.ts';

export * from './change-program.ts';
export * from './list-programs.ts';
export * from './list-programs-by-number.ts';
export * from './read-program.ts';

export const INSURANCE_OPERATIONS = [listPrograms, readProgram, listProgramsByNumber, changeProgram] as const;
