export { changeProgramOperation } from './change-program.ts';
export { upsertInsuranceProgram } from './insurance-store.ts';
export { readInsuranceProducts } from './insured-card.ts';
export { listProgramsOperation } from './list-programs.ts';
export { listProgramsByNumberOperation } from './list-programs-by-number.ts';
export { readProgramOperation } from './read-program.ts';
