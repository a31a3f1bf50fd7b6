import type { ReactNode } from 'react';
import { useWords } from '../../words/language.ts';
import classes from './chart.module.css';
import { type ChartFacts, SERIES_COLOURS, type Series } from './series.ts';

interface ReadoutParts {
  readonly facts: ChartFacts;
  readonly at: number;
  /** The link to the page of the period. */
  readonly children?: ReactNode;
}

/** Shows the value of every series in one period. It also serves as the legend. */
export function ChartReadout({ facts: { times, series, format, formatTime }, at, children }: ReadoutParts) {
  const time = times[at];
  return (
    <div className={classes.reading} data-read={time === undefined ? undefined : new Date(time).toISOString()}>
      <span className={classes.moment}>{time !== undefined && formatTime(time)}</span>
      <dl className={classes.figures}>
        {series.map((one) => (
          <div key={one.key} className={classes.figure} data-series={one.key}>
            <dt>
              <Mark of={one} />
              {one.label}
            </dt>
            <dd>
              <Figure value={one.values[at]} format={format} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}

function Figure({ value, format }: { value: number | null | undefined; format: ChartFacts['format'] }) {
  const { t } = useWords();
  return value === null || value === undefined ? t('chart.nothing') : <bdi>{format(value)}</bdi>;
}

function Mark({ of: { colour, isBefore } }: { of: Series }) {
  const { light, dark } = SERIES_COLOURS[colour];
  return (
    <svg className={classes.mark} width={14} height={10} aria-hidden>
      <line
        x1={0}
        x2={14}
        y1={5}
        y2={5}
        style={{ stroke: `light-dark(${light}, ${dark})` }}
        strokeWidth={isBefore ? 2 : 8}
        strokeDasharray={isBefore ? '4 3' : undefined}
      />
    </svg>
  );
}

/** The same values in one sentence for screen readers. */
export function ariaValueText({ times, series, format, formatTime }: ChartFacts, at: number, nothing: string): string {
  const time = times[at];
  if (time === undefined) return nothing;
  const figures = series.map(({ label, values }) => {
    const value = values[at];
    return `${label}: ${value === null || value === undefined ? nothing : format(value)}`;
  });
  return [formatTime(time), ...figures].join(', ');
}
