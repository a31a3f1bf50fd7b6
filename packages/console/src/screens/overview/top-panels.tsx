import type { AuthorizationListItem, DeclineReport, StatisticsPeriod } from '@cardwright/contract';
import { useProductsOfBin } from '../../parts/issuing/use-products-of-bin.ts';
import { commonValues } from '../../parts/rule/common-values.ts';
import { describeRule } from '../../parts/rule/describe-rule.ts';
import { Category } from '../../parts/value/category.tsx';
import { countryName } from '../../parts/value/countries.ts';
import { useWords } from '../../words/language.ts';
import classes from './overview.module.css';
import type { Span } from './spans.ts';
import { binOf, topOfDeclines, topOfMerchants, topParts } from './top-declines.ts';
import { TopPanel } from './top-panel.tsx';
import { MAX_DECLINES } from './use-declines.ts';
import { useSplit } from './use-statistics.ts';

interface PanelsParts {
  readonly span: Span;
  /** The periods by deciding rule. */
  readonly periods: readonly StatisticsPeriod[];
  readonly declines: readonly AuthorizationListItem[];
  readonly report: DeclineReport | undefined;
}

/** Where payments are declined: by reason, merchant, category, country and card range. */
export function TopPanels({ span, periods, declines, report }: PanelsParts) {
  const { t, language, locale } = useWords();
  const categories = useSplit(span, 'mcc');
  const countries = useSplit(span, 'country');
  const productsOfBin = useProductsOfBin();
  const from = new Date(span.times[0] ?? 0).toISOString();
  const declined = (filter: Readonly<Record<string, string>>) => ({ state: 'DECLINED', from, ...filter });
  const { merchants, from: countedFrom, declined: counted } = report ?? { merchants: [], from, declined: 0 };
  const names = new Map(merchants.map(({ merchant, merchant_name_location: name }) => [merchant, name]));
  const about = declines.length < MAX_DECLINES ? undefined : t('top.newest', { count: MAX_DECLINES });
  return (
    <div className={classes.grid}>
      <TopPanel
        title={t('top.merchants')}
        values={topOfMerchants(merchants)}
        label={(merchant) => <bdi>{names.get(merchant)}</bdi>}
        filtersOf={(merchant) => declined({ merchant: merchant.trimEnd() })}
        ruleOf={(merchant) => ({ merchantId: merchant.trimEnd() })}
        about={countedFrom > from ? t('top.newest', { count: counted }) : undefined}
      />
      <TopPanel
        title={t('top.reasons')}
        values={topParts(periods)}
        label={(rule) => describeRule(rule, language)}
        filtersOf={(rule) => declined({ rule })}
        ruleOf={(rule) => commonValues(declines.filter((decline) => decline.rule === rule))}
      />
      <TopPanel
        title={t('top.categories')}
        values={topParts(categories)}
        label={(mcc) => <Category code={mcc} />}
        filtersOf={(mcc) => declined({ mcc })}
        ruleOf={(mcc) => ({ mcc })}
      />
      <TopPanel
        title={t('top.countries')}
        values={topParts(countries)}
        label={(country) => countryName(country, locale)}
        filtersOf={(country) => declined({ country })}
        ruleOf={(country) => ({ country })}
      />
      <TopPanel
        title={t('top.bins')}
        values={topOfDeclines(declines, binOf)}
        label={(bin) => <bdi dir="ltr">{bin}</bdi>}
        filtersOf={(bin) => declined({ bin })}
        ruleOf={(bin) => ({ product: productsOfBin(bin) })}
        about={about}
      />
    </div>
  );
}
