import type { Language } from '../language.ts';

/** Why nothing arrived is kept as it was said when it happened, in English; here are the same sentences in Chinese. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^The operator does not list this host\.$/, '运维人员未将此主机列入允许范围。'],
  [/^The name of the host could not be resolved\.$/, '无法解析主机名。'],
  [/^The name of the host leads into a network that is not allowed\.$/, '主机名指向不允许访问的网络。'],
  [/^It answered (\d+): it sends elsewhere, which is not followed\.$/, '对方返回 $1：要求跳转，系统不予跟随。'],
  [/^It answered (\d+)\.$/, '对方返回 $1。'],
  [/^It did not answer in time\.$/, '对方未及时应答。'],
  [/^Nothing listens there\.$/, '该地址没有服务在监听。'],
  [/^Its certificate is not accepted\.$/, '对方的证书不被接受。'],
  [/^The connection failed\.$/, '连接失败。'],
  [/^The connection failed \((\w+)\)\.$/, '连接失败（$1）。'],
  [/^Its secret can’t be opened with the key of this installation\.$/, '无法用本系统的密钥打开其签名密钥。'],
  [/^Nothing arrived for (\d+) days\.$/, '已连续 $1 天未能送达。'],
];

export function webhookFailureIn(language: Language, said: string): string {
  if (language === 'en') return said;
  const [pattern, words] = sentences.find(([known]) => known.test(said)) ?? [];
  return pattern && words ? said.replace(pattern, words) : said;
}
