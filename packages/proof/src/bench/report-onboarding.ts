import { compareWithGoal, median } from './bench-figures.ts';
import type { OnboardingFindings } from './measurements/measure-onboarding.ts';
import { MERCHANTS } from './onboarding-request.ts';

const MAX_MS = 1_500;
const MAX_STANDSTILL_MS = 50;
const MAX_RATIO_OF_BASELINE = 1.3;

export function onboardingLines(findings: OnboardingFindings): string[] {
  const { rate, baseline, duringOnboarding, durationsMs, requestBytes, longestStandstillMs, baselineStandstillMs } =
    findings;
  const p99 = (measured: OnboardingFindings['baseline']) => median(measured.map(({ p99Ms }) => p99Ms));
  const ms = (name: string, value: number) => `  ${name.padEnd(22)}${value.toFixed(1).padStart(8)} ms`;
  const megabytes = (requestBytes / 1024 / 1024).toFixed(1);
  return [
    `Onboarding of ${MERCHANTS} merchants at once (${megabytes} MiB), ${durationsMs.length} requests during ${rate} authorizations/s:`,
    compareWithGoal('until the answer', median(durationsMs), MAX_MS, 'under', ' ms'),
    ms('the slowest', Math.max(...durationsMs)),
    compareWithGoal('longest standstill', Math.max(...longestStandstillMs), MAX_STANDSTILL_MS, 'under', ' ms'),
    ms('standstill alone', Math.max(...baselineStandstillMs)),
    ms('p99 alone', p99(baseline)),
    ms('p99 during it', p99(duringOnboarding)),
    compareWithGoal('during / without', p99(duringOnboarding) / p99(baseline), MAX_RATIO_OF_BASELINE, 'under'),
  ];
}
