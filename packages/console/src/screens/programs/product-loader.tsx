import type { ProductProgram } from '@cardwright/contract';
import type { ReactNode } from 'react';
import { Notice } from '../../parts/page/notice.tsx';
import { QueryBoundary } from '../../parts/page/query-boundary.tsx';
import { SearchIcon } from '../../theme/icons.ts';
import { useWords } from '../../words/language.ts';
import { useProgram } from './program-queries.ts';

/** Loads one product with its program, or shows that no product has this code. */
export function ProductLoader({
  productCode,
  children,
}: {
  productCode: string;
  children: (product: ProductProgram) => ReactNode;
}) {
  const { t } = useWords();
  return (
    <QueryBoundary query={useProgram(productCode)}>
      {(found) =>
        found === null ? (
          <Notice icon={SearchIcon} title={t('failure.missing')} text={t('program.missing')} />
        ) : (
          children(found)
        )
      }
    </QueryBoundary>
  );
}
