import { Notice } from '../../parts/page/notice.tsx';
import { AlertIcon, SearchIcon } from '../../theme/icons.ts';
import { WORDS } from '../text/docs-words.ts';

export function MissingDocument() {
  return <Notice icon={SearchIcon} title={WORDS.missingTitle} text={WORDS.missing} />;
}

/** Shows that a part of the page failed to load, or that an error occurred. */
export function DocumentError() {
  return (
    <Notice isBad icon={AlertIcon} title={WORDS.brokenTitle} text={WORDS.broken}>
      <button type="button" onClick={() => window.location.reload()}>
        {WORDS.again}
      </button>
    </Notice>
  );
}
