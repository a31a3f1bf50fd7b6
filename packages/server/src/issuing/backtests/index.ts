export { backtestOperations } from './backtest-operations.ts';
export { createBacktestRunner } from './backtest-runner.ts';
export { runsOfRules } from './runs-of-rules.ts';
