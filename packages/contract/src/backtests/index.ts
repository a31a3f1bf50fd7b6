export * from './backtest-run.ts';
export * from './operations.ts';
