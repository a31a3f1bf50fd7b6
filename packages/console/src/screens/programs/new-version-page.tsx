import type { ProductProgram, ProgramLimit } from '@cardwright/contract';
import { useParams, useSearch } from '@tanstack/react-router';
import { useRun } from '../../parts/bank-run/bank-run-queries.ts';
import { ErrorNotice, NoPermission } from '../../parts/page/error-notice.tsx';
import { Loading } from '../../parts/page/loading.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { useWords } from '../../words/language.ts';
import { ProductLoader } from './product-loader.tsx';
import { type Definition, NO_DEFINITION } from './program-draft.ts';
import { ProgramEditor } from './program-editor.tsx';
import { parseSharedLimits, sharedLimits } from './program-limit-draft.ts';
import { programOfRun, useVersions } from './program-queries.ts';

export function NewVersionPage() {
  return useHasScope('programs:write') ? <NewVersion /> : <NoPermission />;
}

/** A form for a new version of a product's program. */
function NewVersion() {
  const { productCode } = useParams({ from: '/programs/$productCode/new' });
  return <ProductLoader productCode={productCode}>{(found) => <OfProduct product={found} />}</ProductLoader>;
}

/** The form starts with the assumptions of a backtest, an earlier version, or the version in force. */
function OfProduct({ product }: { product: ProductProgram }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const { product_code: productCode, in_force: inForce, versions: count } = product;
  const { run: backtestId, today: todayId, from, shared } = useSearch({ from: '/programs/$productCode/new' });
  const run = useRun(backtestId);
  const today = useRun(todayId);
  const versions = useVersions(productCode, from !== undefined && count > 0);
  const failed = run.error ?? versions.error;
  if (failed !== null) return <ErrorNotice error={failed} />;
  const waits =
    (backtestId !== undefined && run.data === undefined) ||
    (todayId !== undefined && today.isPending) ||
    (versions.isEnabled && versions.isPending);
  const earlier = versions.data?.find(({ version }) => String(version) === from);
  const usual = earlier ?? inForce ?? NO_DEFINITION;
  const proposal = run.data && programOfRun(run.data, productCode);
  const first =
    proposal === undefined ? usual : withShared(proposal, parseSharedLimits(shared) ?? sharedLimits(usual.limits));
  return (
    <Page
      title={t('program.newOf', { name: product.name })}
      trailing={<Identifier id={productCode} />}
      about={t('program.newAbout', { zone })}
    >
      {waits ? (
        <Loading lines={8} />
      ) : (
        <ProgramEditor product={product} first={first} run={run.data} today={today.data} />
      )}
    </Page>
  );
}

/** Adds the shared limits. A backtest cannot include them, so the address holds them next to the run. */
function withShared(proposal: Definition, shared: readonly ProgramLimit[]): Definition {
  return { ...proposal, limits: [...proposal.limits, ...shared] };
}
