import type { Lecture, Picture } from './campus-lectures.ts';

const colours = ['#24406e', '#2f7d6d', '#b7791f', '#8a3d5c'];

const drawings: Record<Picture, () => string> = {
  cell: () => {
    const bodies = [
      [360, 260, 24],
      [520, 420, -18],
      [260, 430, 60],
      [610, 250, 75],
    ].map(
      ([x, y, turn]) =>
        `<g transform="translate(${x} ${y}) rotate(${turn})"><ellipse rx="70" ry="30" fill="#d98a4b"/>
        <path d="M-52 0q12-26 24 0t24 0 24 0 24 0" fill="none" stroke="#7c3f16" stroke-width="5"/></g>`,
    );
    return `<ellipse cx="450" cy="330" rx="370" ry="270" fill="#dbeae4" stroke="#2f7d6d" stroke-width="10"/>
      <circle cx="440" cy="330" r="92" fill="#a9b8dd" stroke="#24406e" stroke-width="5"/>
      <circle cx="460" cy="315" r="30" fill="#24406e"/>${bodies.join('')}`;
  },
  spectrum: () =>
    `<rect width="900" height="660" fill="#0b0d14"/>${[
      [150, '#7a4dff'],
      [210, '#5a6bff'],
      [360, '#39b6ff'],
      [770, '#ff3b3b'],
    ]
      .map(([x, colour]) => `<rect x="${x}" y="120" width="9" height="420" fill="${colour}"/>`)
      .join('')}`,
  truss: () => {
    const joints = [100, 275, 450, 625, 800];
    const bars = joints.flatMap((x, at) => {
      const next = joints[at + 1];
      return next === undefined
        ? []
        : [
            `M${x} 430H${next}`,
            `M${x} 430L${(x + next) / 2} 220L${next} 430`,
            ...(at ? [`M${x - 87} 220H${x + 88}`] : []),
          ];
    });
    return `<rect width="900" height="660" fill="#eef2f7"/>
      <path d="${bars.join('')}" stroke="#24406e" stroke-width="12" fill="none" stroke-linejoin="round"/>
      <path d="M450 90V190M430 165l20 28 20-28" stroke="#c8323c" stroke-width="9" fill="none"/>
      <path d="M100 436l-32 56h64zM800 436l-32 56h64z" fill="#b7791f"/>`;
  },
  layers: () =>
    ['#cfe3f2', '#d8c39a', '#b9925e', '#94704a', '#6e5640', '#4a4038']
      .map((fill, at) => `<path d="M0 ${at * 105}q225 ${40 - at * 9} 450 0t450 ${at * 6}V660H0z" fill="${fill}"/>`)
      .join(''),
  page: () =>
    `<rect width="900" height="660" fill="#f4f1ea"/>${Array.from(
      { length: 13 },
      (_, at) =>
        `<rect x="110" y="${110 + at * 36}" width="${at % 4 === 3 ? 380 : 680}" height="11" rx="5" fill="${at ? '#b9b2a2' : '#24406e'}"/>`,
    ).join('')}`,
};

export function drawing(picture: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 660">${drawings[picture]()}</svg>`;
}

export function slide({ title, about, picture }: Lecture): string {
  const colour = colours[title.length % colours.length];
  return `<body style="margin:0;background:${colour};color:#fff;font:26px/1.5 sans-serif;display:flex">
    <div style="flex:1;padding:110px 40px 0 90px"><h1 style="font-size:56px;line-height:1.15;margin:0 0 28px">${title}</h1>
    <p style="opacity:.8;margin:0">${about}</p></div><div style="width:520px;padding:90px 70px 0 0">${drawing(picture)}</div>`;
}

export function notes({ title, about, picture, tags }: Lecture): string {
  const sections = ['What this is about', 'How it works', 'What it costs', 'Questions'].map(
    (heading, at) =>
      `<h2>${at + 1} ${heading}</h2><p>${about} ${sentences[at]}</p><p>${sentences.slice(at + 1).join(' ')} ${sentences[at]}</p>
      ${at === 1 ? `<figure>${drawing(picture)}<figcaption>Figure 1. ${title}</figcaption></figure>` : ''}`,
  );
  return `<style>body{font:11.5pt/1.55 Georgia,'Noto Serif',serif;color:#1b2430}h1{font-size:25pt;line-height:1.2;margin:0}
    h2{font-size:14pt;margin:22pt 0 4pt}p{margin:0 0 8pt;text-align:justify}.by{color:#5b6675;margin:4pt 0 18pt}
    figure{margin:14pt 40pt;break-inside:avoid}figcaption{font-size:9.5pt;color:#5b6675;text-align:center}</style>
    <h1>${title}</h1><p class="by">${tags.join(' · ')} · winter term</p>${sections.join('')}`;
}

const sentences = [
  'A gradient is a store: whatever has been carried uphill can do work on its way back, and most of what a cell does is paid for like this.',
  'Small and neutral molecules pass by themselves; charged ones need a channel, and a channel can be closed. What moves against its gradient has to be carried, and the carrier is paid.',
  'One turn of the pump takes one molecule of fuel. Count the turns in a second, and about a third of what a resting body spends is found here.',
  'Which of the two sides would you expect to be warmer? Draw the curve before you read on, and say where it must bend.',
];
