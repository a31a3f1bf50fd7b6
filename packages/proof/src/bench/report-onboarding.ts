import { compareWithGoal, median } from './bench-figures.ts';
import type { OnboardingFindings } from './measurements/measure-onboarding.ts';
import { MERCHANTS } from './onboarding-request.ts';

const WANTED_MS = 1_500;
const WANTED_STANDSTILL_MS = 50;
const WANTED_BESIDE_ALONE = 1.3;

export function onboardingLines(findings: OnboardingFindings): string[] {
  const { rate, alone, beside, durationsMs, requestBytes, longestStandstillMs, standstillAloneMs } = findings;
  const p99 = (measured: OnboardingFindings['alone']) => median(measured.map(({ p99Ms }) => p99Ms));
  const ms = (name: string, value: number) => `  ${name.padEnd(22)}${value.toFixed(1).padStart(8)} ms`;
  const megabytes = (requestBytes / 1024 / 1024).toFixed(1);
  return [
    `Onboarding of ${MERCHANTS} merchants at once (${megabytes} MiB), ${durationsMs.length} requests beside ${rate} authorizations/s:`,
    compareWithGoal('until the answer', median(durationsMs), WANTED_MS, 'under', ' ms'),
    ms('the slowest', Math.max(...durationsMs)),
    compareWithGoal('longest standstill', Math.max(...longestStandstillMs), WANTED_STANDSTILL_MS, 'under', ' ms'),
    ms('standstill alone', Math.max(...standstillAloneMs)),
    ms('p99 alone', p99(alone)),
    ms('p99 beside it', p99(beside)),
    compareWithGoal('beside / alone', p99(beside) / p99(alone), WANTED_BESIDE_ALONE, 'under'),
  ];
}
