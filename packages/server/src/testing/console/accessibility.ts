import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules whose result depends on the color scheme. */
const COLORS = ['color-contrast'];
/** Describes only elements that violate a rule, which halves the time. No rule in use reads style sheets or media. */
const OPTIONS = { resultTypes: ['violations' as const], preload: false };

/**
 * Returns violations of WCAG 2.2 AA on a page or in one part of it, each with its elements. `COLORS` checks only rules
 * whose result depends on the color scheme.
 */
export async function accessibilityFaults(
  page: Page,
  rules: 'ALL' | 'COLORS' = 'ALL',
  part = 'html',
): Promise<string[]> {
  // pages contain no frames of other origins, so axe needs no page of its own
  const axe = new AxeBuilder({ page }).include(part).setLegacyMode().options(OPTIONS);
  const { violations } = await (rules === 'ALL' ? axe.withTags(WCAG) : axe.withRules(COLORS)).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 300)).join(' | ')}`);
}
