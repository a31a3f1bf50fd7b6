import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import classes from './chart.module.css';
import { ariaValueText } from './chart-readout.tsx';
import { drawChart } from './draw-chart.ts';
import type { ChartFacts } from './series.ts';

interface CanvasParts {
  readonly facts: ChartFacts;
  /** The index of the selected period, or undefined if no period is selected. */
  readonly at: number | undefined;
  readonly point: (at: number | undefined) => void;
  /** Opens the page of the selected period. */
  readonly open?: (() => void) | undefined;
}

/**
 * Draws the chart. Assistive technology reads it as a slider over its periods. Time runs from left to right in every
 * language.
 */
export function ChartCanvas({ facts, at, point, open }: CanvasParts) {
  const { t, locale } = useWords();
  const zone = useTimeZone();
  const scheme = useComputedColorScheme();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const { times } = facts;
  useEffect(() => {
    if (place.current === null) return;
    const chart = drawChart(place.current, { facts, scheme, zone, locale, point });
    plot.current = chart;
    const fit = new ResizeObserver(([entry]) => {
      if (entry !== undefined) chart.setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    fit.observe(place.current);
    return () => {
      fit.disconnect();
      chart.destroy();
    };
  }, [facts, scheme, zone, locale, point]);
  const last = times.length - 1;
  const index = Math.min(at ?? last, last);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') open?.();
    const next = nextOf(event.key, index, last);
    if (next === undefined) return;
    event.preventDefault();
    plot.current?.setCursor({ left: plot.current.valToPos((times[next] ?? 0) / 1_000, 'x'), top: 8 });
    point(next);
  };
  return (
    <div
      ref={place}
      className={classes.canvas}
      dir="ltr"
      role="slider"
      tabIndex={0}
      aria-label={facts.question}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={Math.max(last, 0)}
      aria-valuenow={Math.max(index, 0)}
      aria-valuetext={ariaValueText(facts, index, t('chart.nothing'))}
      onKeyDown={onKeyDown}
      onClick={open}
      data-opens={open !== undefined || undefined}
    />
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const PAGE = 7;

function nextOf(key: string, at: number, last: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  const step = key === 'PageUp' ? PAGE : key === 'PageDown' ? -PAGE : STEPS[key];
  return step === undefined ? undefined : Math.max(0, Math.min(last, at + step));
}
