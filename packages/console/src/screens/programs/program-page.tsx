import type { ProductProgram } from '@cardwright/contract';
import { Button } from '@mantine/core';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { NoPermission } from '../../parts/page/error-notice.tsx';
import { Facts } from '../../parts/page/facts.tsx';
import { Notice } from '../../parts/page/notice.tsx';
import { Page } from '../../parts/page/page.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { Identifier } from '../../parts/value/identifier.tsx';
import { Time } from '../../parts/value/time.tsx';
import { useHasScope, useTimeZone } from '../../session/session.ts';
import { PackageIcon, PlusIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { CompareVersions } from './compare-versions.tsx';
import { DefinitionTable } from './definition-table.tsx';
import { InheritancePanel } from './inheritance-panel.tsx';
import { ProductLoader } from './product-loader.tsx';
import { ProgramDifferences } from './program-difference.tsx';
import { definitionDifferences, NO_DEFINITION } from './program-draft.ts';
import { ProgramLimits } from './program-limits.tsx';
import { ProvisioningFacts } from './program-provisioning.tsx';
import { useVersions } from './program-queries.ts';
import { sinceOf } from './programs-page.tsx';
import { VersionList } from './version-list.tsx';

export function ProgramPage() {
  return useHasScope('programs:read') ? <ProgramOf /> : <NoPermission />;
}

function ProgramOf() {
  const { productCode } = useParams({ from: '/programs/$productCode' });
  return <ProductLoader productCode={productCode}>{(found) => <Program of={found} />}</ProductLoader>;
}

/** Shows the current, future and past program of one product. */
function Program({ of }: { of: ProductProgram }) {
  const { t } = useWords();
  const zone = useTimeZone();
  const navigate = useNavigate({ from: '/programs/$productCode' });
  const search = useSearch({ from: '/programs/$productCode' });
  const mayChange = useHasScope('programs:write');
  const { product_code: productCode, in_force: inForce, next } = of;
  const change = mayChange && (
    <Button
      leftSection={<PlusIcon aria-hidden />}
      onClick={() => void navigate({ to: '/programs/$productCode/new', params: { productCode } })}
    >
      {t('program.new')}
    </Button>
  );
  return (
    <Page
      title={of.name}
      trailing={<Identifier id={productCode} />}
      about={t('program.about', { zone })}
      actions={change}
    >
      <Panel title={t('program.inForce')}>
        {inForce === null ? (
          <Notice icon={PackageIcon} title={t('programs.noProgram')} text={t('program.noneAbout')}>
            {change}
          </Notice>
        ) : (
          <InForce of={inForce} />
        )}
      </Panel>
      {inForce !== null && <ProgramLimits productCode={productCode} limits={inForce.limits} />}
      {next?.in_force_from != null && (
        <Panel title={t('program.comes')}>
          <p>
            {t('programs.version', { version: next.version })} · {t('program.from')} <Time at={next.in_force_from} />
          </p>
          <ProgramDifferences of={definitionDifferences(inForce ?? NO_DEFINITION, next)} />
        </Panel>
      )}
      <InheritancePanel
        productCode={productCode}
        program={inForce ?? NO_DEFINITION}
        isInForce
        accountNumber={search.account_number}
        choose={(account) => void navigate({ search: { ...search, account_number: account }, resetScroll: false })}
      />
      {of.versions > 0 && <Versions productCode={productCode} />}
    </Page>
  );
}

function InForce({ of }: { of: NonNullable<ProductProgram['in_force']> }) {
  const { t } = useWords();
  const facts = [
    { name: t('programs.inForce'), value: t('programs.version', { version: of.version }) },
    { name: t('programs.since'), value: <Time at={sinceOf(of)} /> },
    { name: t('program.by'), value: <bdi>{of.created_by_name ?? of.created_by}</bdi> },
  ];
  return (
    <>
      <Facts facts={facts} />
      <br />
      <DefinitionTable of={of} />
      <ProvisioningFacts of={of.provisioning} />
    </>
  );
}

function Versions({ productCode }: { productCode: string }) {
  const { t } = useWords();
  const versions = useVersions(productCode, true);
  return (
    <>
      <Panel title={t('program.versions')}>
        <QueryBoundary query={versions}>{(found) => <VersionList versions={found} />}</QueryBoundary>
      </Panel>
      {(versions.data?.length ?? 0) > 1 && (
        <Panel title={t('program.compare')}>
          <CompareVersions versions={versions.data ?? []} />
        </Panel>
      )}
    </>
  );
}
