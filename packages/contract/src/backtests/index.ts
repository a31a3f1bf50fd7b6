export * from './backtest-run.ts';
export * from './operations.ts';
export type { RunState } from './run-states.ts';
