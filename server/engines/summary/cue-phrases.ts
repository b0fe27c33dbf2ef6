/** Ways to begin with what matters: who finds one has found a sentence about the whole. */
const strong = [
  /\b(?:in this|this|the present|our) (?:paper|work|article|study|thesis|chapter|report|lecture|book|course|review|survey)\b/i,
  /\bwe (?:\w+ )?(?:propose|present|introduce|develop|describe|design|study|investigate|address|explore|consider)\b/i,
  /\b(?:is|are|was|were) (?:proposed|introduced|presented) (?:to|for|in this|that|which)\b/i,
  /\b(?:here|to this end|to address this|in this context),? we\b/i,
  /\b(?:the (?:aim|goal|purpose|objective)|the main (?:idea|result|point|contribution)|our (?:goal|aim|main|key|contribution))\b/i,
  /\b(?:today|in this (?:lecture|video|chapter|section|lesson)),? (?:we|i|you)(?:['’]ll| will| are|['’]re|['’]m| am)?\b/i,
  /(?:本文|本研究|本书|本章|本课|本节|本讲|本报告|该文|笔者|文章)(?:首次|主要|系统)?(?:提出|研究|介绍|探讨|分析|讨论|总结|认为|旨在|从|以|通过|对|基于|试图|将)/u,
  /(?:我们|作者|研究者)(?:首次)?(?:提出|发现|证明|设计|开发|建立|介绍)/u,
  /(?:今天|这节课|本节课|这一讲)(?:我们)?(?:要|来|将|主要)?(?:讲|学习|介绍|讨论)/u,
];

const fair = [
  /\bwe (?:\w+ )?(?:show|demonstrate|find|prove|argue|provide|derive|establish|achieve|evaluate|apply|observe|report|analy[sz]e)\b/i,
  /\b(?:our|the proposed) (?:method|approach|model|algorithm|framework|architecture|system|results?|experiments?|analysis|findings?)\b/i,
  /\b(?:outperforms?|state[- ]of[- ]the[- ]art|novel)\b/i,
  /\b(?:in (?:conclusion|summary|short|brief)|to (?:conclude|sum up|summari[sz]e)|overall|as a result|therefore|in other words|importantly|significantly)\b/i,
  /\b(?:is|are) (?:defined as|called|known as|the (?:study|process|set|science|art) of)\b/i,
  /\b(?:researchers?|scientists|the (?:study|report|researchers|findings)) (?:\w+ )?(?:found|finds?|shows?|showed|says?|suggests?|reveal(?:s|ed)?)\b/i,
  /(?:结果|研究|实验|调查|报告|数据)(?:表明|显示|发现|证明|指出|说明)/u,
  /(?:总之|综上|总的来说|总而言之|由此可见|因此|结论是|换句话说|最重要的是|关键在于|核心是)/u,
  /(?:是指|指的是|定义为|称为|即所谓|叫做)/u,
  /(?:宣布|发布|推出|决定|正式|首次|获得|达成|通过)/u,
];

/** Ways to go into detail, or to lean on what stood before. */
const weak = [
  /^(?:for (?:example|instance)|e\.g\.|such as|specifically|in particular|similarly|likewise|additionally|furthermore|moreover|also|besides|then|next|finally|meanwhile|first|second|third)\b/i,
  /^(?:he|she|it|they|this|these|those|that|his|her|their|its|but|and|or|so|yet|there)\b/i,
  /^(?:however|although|while|despite|unlike|recent(?:ly)?|in recent years|previous|existing|traditional|many|most|several|some)\b/i,
  /^(?:例如|比如|譬如|此外|另外|同时|然后|接着|其次|最后|而且|但是|但|不过|然而|他|她|它|这|那|对此|据悉|目前|近年来)/u,
  /\b(?:code (?:is|will be) available|github|https?:|www\.|see (?:figure|table|section)|click here|all rights reserved|isbn|copyright)/i,
  /^(?:figure|fig\.|table|eq\.|图|表|参考文献|版权|注[：:])\s*\d*/iu,
];

export type Cue = { strong: number; fair: number; weak: number };

export function cuesOf(sentence: string): Cue {
  const count = (patterns: readonly RegExp[]) =>
    patterns.reduce((sum, pattern) => sum + (pattern.test(sentence) ? 1 : 0), 0);
  return { strong: Math.min(count(strong), 2), fair: Math.min(count(fair), 2), weak: Math.min(count(weak), 2) };
}
