/** Words of exports. */
export const EXPORT_WORDS = {
  'exports.about':
    'The file has every row of the current filters, as CSV. Times are in {zone}. It continues if you close this page.',
  'exports.delete': 'Delete',
  'exports.done': { one: 'One row', other: '{rows} rows' },
  'exports.download': 'Download',
  'exports.failed': 'Failed.',
  'exports.files': 'Your exports of this list',
  'exports.none': 'You have no exports of this list. A file is deleted 24 hours after it is complete.',
  'exports.open': 'Export',
  'exports.proof': 'Export proof',
  'exports.proofAbout':
    'The file has the rows of the current filters and the hash chain of the whole period. Anyone can check it with “cardwright audit verify --file”, without access to this server.',
  'exports.running': '{rows} rows so far',
  'exports.start': 'Start export',
  'exports.until': 'Available until',
  'exports.waiting': 'Waiting',
} as const;
