/** Arabic words of exports. */
export const EXPORT_WORDS_AR = {
  'exports.about':
    'يحتوي الملف على كل صفوف المرشحات الحالية بصيغة CSV. الأوقات حسب {zone}. يستمر التصدير إذا أغلقت هذه الصفحة.',
  'exports.delete': 'احذف',
  'exports.done': { one: 'صف واحد', two: 'صفّان', few: '{rows} صفوف', many: '{rows} صفًا', other: '{rows} صف' },
  'exports.download': 'نزّل',
  'exports.failed': 'فشل التصدير.',
  'exports.files': 'ما صدّرته من هذه القائمة',
  'exports.none': 'لم تصدّر شيئًا من هذه القائمة. يُحذف كل ملف بعد 24 ساعة من اكتماله.',
  'exports.open': 'تصدير',
  'exports.proof': 'تصدير الإثبات',
  'exports.proofAbout':
    'يحتوي الملف على صفوف المرشحات الحالية وسلسلة البصمات للفترة كلها. يمكن لأي شخص التحقق منه بالأمر “cardwright audit verify --file” دون الوصول إلى هذا الخادم.',
  'exports.running': '{rows} صف حتى الآن',
  'exports.start': 'ابدأ التصدير',
  'exports.until': 'متاح حتى',
  'exports.waiting': 'في الانتظار',
} as const;
