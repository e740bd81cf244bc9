var e=class{byName=new Map;register(e){let t=new Map([...this.byName].flatMap(([e,{keys:t}])=>r(t).map(t=>[t,e])));for(let[n,i]of Object.entries(e)){if(this.byName.has(n))throw Error(`two actions are called ${n}`);for(let e of r(i.keys)){if(t.has(e))throw Error(`${n} and ${t.get(e)} both have the key ${e}`);t.set(e,n)}this.byName.set(n,i)}}get(e){let t=this.byName.get(e);if(!t)throw Error(`no action is called ${e}; there are ${[...this.byName.keys()].join(`, `)}`);return t}run(e){this.get(e).run()}all(){return this.byName}find(e){for(let t of this.byName.values())if(r(t.keys).includes(e))return n(t)?t:null;return null}},t=e=>typeof e.label==`string`?e.label:e.label(),n=e=>e.enabled?.()??!0,r=e=>e?.split(` `)??[],i=e=>r(e.keys)[0]??``,a=[`perspective`,`front`,`side`,`top`],o=[`dark`,`light`],s={front:`back`,side:`left side`,top:`bottom`};function c(e,t){let n=e===`top`?(t?.pitch??1)<0:Math.cos((t?.yaw??0)-(e===`side`?-Math.PI/2:0))<0;return t&&n&&s[e]||e}var l=[`figures`,`parts`,`locks`,`solver`,`poses`,`clips`,`history`],u=[`world`,`local`],d={theme:`dark`,panel:`parts`,large:`perspective`,full:!1,cameras:{},hinted:!1,open:{},sets:{},speed:1,axes:`world`,width:null,folded:!1,follow:!0,timeline:null,record:!0,looped:!0,pace:1,everyFrame:!1};function f(e){let{theme:t,panel:n,large:r,full:i,cameras:s,hinted:c,open:f,sets:g,speed:_,axes:v,width:y,folded:b,follow:x,timeline:S,record:C,looped:w,pace:T,everyFrame:E}=e,D=(e,t,n)=>e.find(e=>e===t)??n;return{theme:D(o,t,d.theme),panel:D(l,n,d.panel),large:D(a,r,d.large),full:i===!0,cameras:p(s),hinted:c===!0,open:Object.fromEntries(h(f).filter(e=>typeof e[1]==`boolean`)),sets:Object.fromEntries(h(g).filter(e=>Array.isArray(e[1])&&e[1].every(e=>typeof e==`string`))),speed:m(_)?_:d.speed,axes:D(u,v,d.axes),width:m(y)&&y>=240&&y<=900?y:null,folded:b===!0,follow:x!==!1,timeline:typeof S==`boolean`?S:null,record:C!==!1,looped:w!==!1,pace:m(T)&&T>=.1&&T<=4?T:d.pace,everyFrame:E===!0}}function p(e){let t=new Map(h(e)),n={};for(let e of a){let{target:r,yaw:i,pitch:a,height:o}=Object.fromEntries(h(t.get(e))),[s,c,l,...u]=Array.isArray(r)?r:[];m(s)&&m(c)&&m(l)&&!u.length&&m(i)&&m(a)&&m(o)&&o>0&&(n[e]={target:[s,c,l],yaw:i,pitch:a,height:o})}return n}var m=e=>typeof e==`number`&&Number.isFinite(e),h=e=>typeof e==`object`&&e?Object.entries(e):[],g={pull:`M3 13 9 7M9 3v4h4M13 3 9 7`,rotate:`M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3`,root:`M8 2v12M2 8h12M8 2 6.5 3.5M8 2l1.5 1.5M8 14l-1.5-1.5M8 14l1.5-1.5M2 8l1.5-1.5M2 8l1.5 1.5M14 8l-1.5-1.5M14 8l-1.5 1.5`,star:`M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z`,balance:`M8 2.5v10M4.5 13.5h7M2.5 5h11M2.5 5 1 9h3zM13.5 5 12 9h3z`,collision:`M5.5 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 5.5a4.5 4.5 0 0 1 0 5M14 4a6.5 6.5 0 0 1 0 8`,floor:`M1.5 13.5h13M8 2v7M5.5 6.8 8 9.3l2.5-2.5M3 13.5 1.5 15M7 13.5 5.5 15M11 13.5 9.5 15`,undo:`M3 7h7a3.5 3.5 0 0 1 0 7H6M3 7l3-3M3 7l3 3`,redo:`M13 7H6a3.5 3.5 0 0 0 0 7h4M13 7l-3-3M13 7l-3 3`,solve:`M3 8.5 6.5 12 13 4`,stop:`M4 4h8v8H4z`,lock:`M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5`,eye:`M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z`,off:`M2 2l12 12M6 4.2A7 7 0 0 1 8 3.9c4 0 6.5 4.1 6.5 4.1a11 11 0 0 1-2.3 2.6M4 5.4A11 11 0 0 0 1.5 8S4 12.1 8 12.1c1 0 1.9-.2 2.7-.6`,trash:`M3 4.5h10M6 4.5V3h4v1.5M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4`,plus:`M8 3v10M3 8h10`,close:`M4 4l8 8M12 4l-8 8`,chevron:`M6 4l4 4-4 4`,search:`M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14`,reset:`M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3`,mirror:`M8 2v12M6 5 2.5 11H6zM10 5l3.5 6H10z`,sun:`M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v1.5M8 13.5V15M1 8h1.5M13.5 8H15M3 3l1 1M12 12l1 1M3 13l1-1M12 4l1-1`,moon:`M13 9.5A5.5 5.5 0 1 1 6.5 3a4.5 4.5 0 0 0 6.5 6.5z`,expand:`M9.5 2.5h4v4M13.5 2.5 9 7M6.5 13.5h-4v-4M2.5 13.5 7 9`,help:`M5.5 6a2.5 2.5 0 1 1 3.6 2.2c-.7.4-1.1.9-1.1 1.8M8 12.7v.1`,pin:`M8 14v-4M8 10a3.8 3.8 0 1 0 0-7.6A3.8 3.8 0 0 0 8 10z`,triad:`M8 9V2.5M8 9l5.5 3.5M8 9l-5.5 3.5M6.8 4 8 2.5 9.2 4`,disc:`M8 5c3.6 0 6.5 1.3 6.5 3S11.6 11 8 11 1.5 9.7 1.5 8 4.4 5 8 5zM8 8V1.5`,rail:`M2.5 13.5l11-11M2.5 11.5v2h2M11.5 2.5h2v2`,cone:`M2 8 13 3.5v9zM13 8h1.5`,link:`M3.5 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM12.5 2a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM5 10.5 11 5.5`,ring:`M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11z`,warning:`M8 2 1.5 13.5h13zM8 6.5v3.5M8 12v.1`,info:`M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zM8 7.5V11M8 5v.1`,pose:`M8 1.8a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2zM8 6v4M8 7 4.5 8.5M8 7l3.5-2M8 10l-2.5 4M8 10l2.5 4`,pencil:`M3 13l.7-3L10.5 3.2l2.3 2.3L6 12.3z`,box:`M8 1.8 13.5 4.8v6.4L8 14.2 2.5 11.2V4.8zM2.5 4.8 8 7.8l5.5-3M8 7.8v6.4`,copy:`M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3`,frost:`M8 1.5v13M2.4 4.8l11.2 6.4M2.4 11.2l11.2-6.4M6.2 2.9 8 4.4l1.8-1.5M6.2 13.1 8 11.6l1.8 1.5`,play:`M5 3.2v9.6L12.8 8z`,pause:`M5 3v10M11 3v10`,first:`M3.5 3v10M12.5 3.2v9.6L6 8z`,last:`M12.5 3v10M3.5 3.2v9.6L10 8z`,previousKey:`M10.5 4 6.5 8l4 4M4 5.8 1.8 8 4 10.2 6.2 8z`,nextKey:`M5.5 4l4 4-4 4M12 5.8 9.8 8l2.2 2.2L14.2 8z`,loop:`M4 5.5h7a2.5 2.5 0 0 1 0 7H5a2.5 2.5 0 0 1-2.5-2.5M9 3l2.5 2.5L9 8`,record:`M8 4.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6z`,key:`M8 2.5 13.5 8 8 13.5 2.5 8zM8 5.8v4.4M5.8 8h4.4`,ripple:`M2.5 3v10M5.5 8h8M10.8 5.2 13.6 8l-2.8 2.8M6.5 3v2M10 3v2M6.5 11v2`,fold:`M4 6l4 4 4-4`,time:`M2 11.5h12M4 11.5v-3M8 11.5V5M12 11.5v-3M8 2.5 6.5 5h3z`,path:`M2 12C4 4 7 4 8.5 8S12 12 14 4M2 12v.1M8.5 8v.1M14 4v.1`,onion:`M9.5 3.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM5 4.2a4.5 4.5 0 0 0 0 7.6M2.2 5.4a4.5 4.5 0 0 0 0 5.2`,curves:`M2 13C6 13 5 3 8 3s2 7 6 7M2 2v12h12`,smooth:`M1.5 10c2.2-5 4.2-5 6.5 0s4.3 5 6.5-2`,film:`M2.5 3h11v10h-11zM5 3v10M11 3v10M2.5 6.3H5M2.5 9.7H5M11 6.3h2.5M11 9.7h2.5`,open:`M8 10V2.5M5 5.2 8 2.5l3 2.7M2.5 9.5v4h11v-4`,check:`M3.5 8.5 6.5 11.5 12.5 4.5`};function _(e,t){let n=document.createElementNS(`http://www.w3.org/2000/svg`,`svg`);n.setAttribute(`viewBox`,`0 0 16 16`),n.setAttribute(`class`,`icon`),t?n.setAttribute(`aria-label`,t):n.setAttribute(`aria-hidden`,`true`);let r=document.createElementNS(`http://www.w3.org/2000/svg`,`path`);return r.setAttribute(`d`,g[e]),n.append(r),n}var v=e=>e!=null&&e!==!1;function y(e,t={},...n){let r=document.createElement(e);for(let[e,n]of Object.entries(t))n!=null&&n!==!1&&(e.startsWith(`on`)?r.addEventListener(e.slice(2),n):e in r&&typeof n!=`string`?Object.assign(r,{[e]:n}):r.setAttribute(e,n===!0?``:String(n)));return r.append(...n.filter(v)),r}function b(e,t,n,r={}){return y(`button`,{type:`button`,class:`icon-button`,title:t,"aria-label":t,onclick:n,...r},_(e))}function x(e,...t){e.replaceChildren(...t.filter(v))}function S(e){let t=e.getBoundingClientRect();return{x:t.left,y:t.bottom+4}}var C=typeof navigator<`u`&&/Mac|iPhone|iPad/.test(navigator.platform),w={ArrowLeft:`←`,ArrowRight:`→`,ArrowUp:`↑`,ArrowDown:`↓`},T=e=>(C?e.replaceAll(`Ctrl`,`Cmd`):e).replaceAll(` `,` or `).replace(/Arrow[A-Z][a-z]+/g,e=>w[e]??e);function E(e){let t=e.key===` `?`Space`:e.key.length===1?e.key.toUpperCase():e.key;t===`Del`&&(t=`Delete`);let n=/^[A-Z]$/.test(t)||t.length>1,r=[];return(e.ctrlKey||e.metaKey)&&r.push(`Ctrl`),e.altKey&&r.push(`Alt`),e.shiftKey&&n&&r.push(`Shift`),[...r,t].join(`+`)}function D(e){return e instanceof HTMLElement?e.isContentEditable||e.matches(`input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select`):!1}var O=null;function k(){O?.close()}var A=()=>O!==null;function j(e,t,n={}){k();let r=document.activeElement,i={lists:[],onchosen:()=>n.onchosen?.(),close:()=>{O===i&&(O=null,N(i,0),document.removeEventListener(`pointerdown`,a,!0),n.onclose?.(),r instanceof HTMLElement&&document.activeElement===document.body&&r.focus({preventScroll:!0}))}},a=e=>{i.lists.some(({list:t})=>t.contains(e.target))||i.close()};O=i,document.addEventListener(`pointerdown`,a,!0),ee(i,e,n.title,null,e=>{n.below&&(e.style.maxHeight=`${innerHeight-t.y-4}px`),te(e,t)}),re(i,0)?.focus({preventScroll:!0})}function ee(e,t,n,r,i){let a=e.lists.length,o=y(`div`,{class:`menu`,role:`menu`,"aria-label":n});n&&o.append(y(`div`,{class:`menu-title`},n));for(let n of t)n===`-`?o.append(y(`div`,{class:`menu-line`,role:`separator`})):`heading`in n?o.append(y(`div`,{class:`menu-heading`},n.heading)):o.append(ae(e,a,n));o.addEventListener(`keydown`,t=>ie(t,e,a)),e.lists.push({list:o,from:r}),document.body.append(o),i(o)}function M(e,t,n,{label:r,items:i}){i&&e.lists[t+1]?.from!==n&&(N(e,t+1),n.setAttribute(`aria-expanded`,`true`),ee(e,i(),r,n,e=>{let t=n.getBoundingClientRect(),{width:r}=e.getBoundingClientRect();te(e,{x:t.right+r+2<=innerWidth?t.right-2:t.left-r+2,y:t.top-4})}))}function N(e,t){for(let{list:n,from:r}of e.lists.splice(t))n.remove(),r?.setAttribute(`aria-expanded`,`false`)}function te(e,t){let{width:n,height:r}=e.getBoundingClientRect();e.style.left=`${Math.max(4,Math.min(t.x,innerWidth-n-4))}px`,e.style.top=`${Math.max(4,Math.min(t.y,innerHeight-r-4))}px`}var ne=(e,t)=>[...e.lists[t]?.list.querySelectorAll(`:scope > .menu-item:not(:disabled)`)??[]],re=(e,t)=>ne(e,t)[0];function ie(e,t,n){let r=ne(t,n),i=r.indexOf(document.activeElement),a=e=>r[(e+r.length)%r.length]?.focus(),o=()=>{let e=t.lists[n]?.from;N(t,n),e?.focus()};switch(e.key){case`ArrowDown`:a(i+1);break;case`ArrowUp`:a(i<0?-1:i-1);break;case`Home`:a(0);break;case`End`:a(-1);break;case`Escape`:n?o():t.close();break;case`Tab`:t.close();return;case`ArrowRight`:if(!r[i]?.getAttribute(`aria-haspopup`))return;r[i]?.click();break;case`ArrowLeft`:if(!n)return;o();break;default:{if(e.key.length!==1||e.ctrlKey||e.metaKey||e.altKey)return;let t=e.key.toLowerCase();[...r.slice(i+1),...r.slice(0,i+1)].find(e=>(e.textContent??``).trim().toLowerCase().startsWith(t))?.focus()}}e.preventDefault(),e.stopPropagation()}function ae(e,t,n){let r=n.checked?_(`check`):n.icon?_(n.icon):null,i=y(`button`,{type:`button`,class:`menu-item`,role:n.checked===void 0?`menuitem`:`menuitemcheckbox`,"aria-checked":n.checked===void 0?null:String(n.checked),"aria-haspopup":n.items?`menu`:null,"aria-expanded":n.items?`false`:null,disabled:n.enabled===!1,onpointermove:()=>{(document.activeElement!==i||n.items&&e.lists[t+1]?.from!==i)&&(i.focus({preventScroll:!0}),n.items&&n.enabled!==!1?M(e,t,i,n):N(e,t+1))},onclick:()=>{n.items?(M(e,t,i,n),re(e,t+1)?.focus({preventScroll:!0})):(e.close(),e.onchosen(),n.run?.())}},y(`span`,{class:`menu-mark`},r),y(`span`,{class:`menu-label`},n.label),y(`span`,{class:`menu-keys`},n.items?_(`chevron`):n.keys?T(n.keys):``));return i}function oe(e){let t=y(`nav`,{class:`menu-bar`,role:`menubar`,"aria-label":`Menus`}),n=null,r=null,i=!1;t.addEventListener(`focusin`,({relatedTarget:e})=>{i||e instanceof Element&&(t.contains(e)||e.closest(`.menu`))||(r=e instanceof HTMLElement?e:null)});let a=()=>{let e=document.activeElement;e instanceof HTMLElement&&t.contains(e)&&(r?.isConnected?r.focus({preventScroll:!0}):e.blur())},o=t=>{let r=t.getBoundingClientRect();j(e[t.dataset.menu??``]?.()??[],{x:r.left,y:r.bottom+2},{below:!0,onclose:()=>{t.setAttribute(`aria-expanded`,`false`),n===t&&(n=null),i=!0,queueMicrotask(()=>{i=!1})},onchosen:a}),n=t,t.setAttribute(`aria-expanded`,`true`)};return x(t,...Object.keys(e).map(e=>{let t=y(`button`,{type:`button`,class:`menu-button`,role:`menuitem`,"aria-haspopup":`menu`,"aria-expanded":`false`,"data-menu":e,onpointerdown:e=>{e.preventDefault(),e.stopPropagation(),n===t?k():o(t)},onclick:e=>{e.detail===0&&o(t)},onpointerenter:()=>{n&&n!==t&&o(t)}},e);return t})),document.addEventListener(`keydown`,e=>{let r=[...t.querySelectorAll(`.menu-button`)],i=n??r.find(e=>e===document.activeElement);if(i){if(e.key===`ArrowDown`&&!n)o(i);else if(e.key===`Escape`&&!n)a();else if(e.key===`ArrowLeft`||e.key===`ArrowRight`){let t=e.key===`ArrowRight`?1:-1,a=r[(r.indexOf(i)+t+r.length)%r.length],s=n!==null;k(),a?.focus(),a&&s&&o(a)}else return;e.preventDefault(),e.stopImmediatePropagation()}}),t}function se(e,t,n){return new Promise((r,i)=>{let a=new XMLHttpRequest;a.open(`POST`,e),a.setRequestHeader(`Content-Type`,`application/octet-stream`),a.upload.onprogress=({loaded:e,total:t})=>t>0&&n(e/t),a.onload=()=>r({ok:a.status===200,status:a.status,told:ce(a.responseText)}),a.onerror=a.onabort=()=>i(Error(`the server could not be reached`)),a.send(t)})}function ce(e){try{return JSON.parse(e)}catch{return{}}}var le=[`.scr`,`.urdf`,`.obj`,`.stl`],ue=[`.glb`,`.gltf`,`.vrm`,`.vrma`,`.bvh`,`.amc`,`.asf`,`.usda`,`.usdc`,`.usdz`,`.usd`,`.xml`,`.mjcf`],de=[`.clip`,`.npz`,`.csv`],fe=[`.asf`,`.bin`,`.png`,`.jpg`,`.jpeg`],pe=[...le,...ue,...de,`.json`,`.manikin`],me=4e6,he=`Drop a figure (.scr, .urdf, .obj, .stl), a character or motion (.glb, .vrm, .bvh, .amc with .asf, .usda …), a clip (.clip, .npz, .csv), a pose (.json) or a project (.manikin)`,ge=(e,t)=>t.some(t=>e.name.toLowerCase().endsWith(t)),_e=e=>ge(e,[...le,`.manikin`]),ve=e=>e.some(e=>ge(e,ue));async function ye(e,t,n={}){let{notices:r,state:i}=e,a=t.find(e=>!ge(e,fe))??t[0];if(!a)return;let o=t.find(e=>!ge(e,[...pe,...fe]));if(o){r.show(`error`,`${o.name}: files of this type cannot be opened`,`${he}.`);return}let s=n.adds===!0&&ge(a,le),c=new URLSearchParams({name:a.name,...s&&{add:`1`}});t.length>1&&c.set(`files`,JSON.stringify(t.map(({name:e,size:t})=>[e,t]))),n.onto!==void 0&&(c.set(`onto`,n.onto),c.set(`frame`,String(Math.round(i.timeline.playhead.value)))),i.active.value&&c.set(`figure`,i.active.value.id);let l=t.reduce((e,t)=>e+t.size,0),u=l>me?r.progress(`Sending ${a.name} (${(l/1e6).toFixed(0)} MB) …`):void 0,d=e=>u?.set(e,e<1?void 0:`Reading ${a.name} …`);try{let{ok:r,status:i,told:o}=await se(`/api/import?${c}`,new Blob([...t]),d);r?be(e,a,n,s,o.made?.figures??[]):xe(e,a,t,s,o,i)}catch{r.show(`error`,`The server could not be reached`,`Check that manikin edit is still running, then try again.`)}finally{u?.end()}}function be({notices:e,state:t},n,r,i,a){ge(n,de)?(e.show(`info`,`${n.name} is on the shelf “imported”`,`Nothing was replaced. Undo takes it away again.`),t.setView({panel:`clips`})):r.onto===void 0?ge(n,ue)?(e.show(`info`,`Added ${n.name}`,`Nothing was replaced. Its motions are on the shelf “imported”.`),r.made?.(a)):(e.show(`info`,`${i?`Added`:`Opened`} ${n.name}`,`Undo returns to the state before.`),i&&r.made?.(a)):(e.show(`info`,`${r.onto} moves as in ${n.name}`,`The figure that it comes from stands beside it. Undo takes both away again.`),t.setView({timeline:!0}))}function xe(e,t,n,r,i,a){let o=i.line?`, line ${i.line}`:``,s=`${t.name}${o}: ${i.error??`the server answered ${a}`}`,c={label:`Open it alone`,run:()=>void ye(e,n)},l=i.error!==void 0&&i.line===void 0;e.notices.show(`error`,s,i.remedy??``,r&&l?c:void 0)}function Se(e,t=[...pe,...fe]){let n=y(`input`,{type:`file`,accept:t.join(`,`),multiple:!0,onchange:()=>n.files?.length&&e([...n.files])});n.click()}function Ce(e){Se(async t=>{for(let n of t)await ye(e,[n])},de)}function we(e,t={}){let n=new URLSearchParams(t).toString(),r=y(`a`,{href:`/api/export/${e}${n?`?${n}`:``}`,download:``});document.body.append(r),r.click(),r.remove()}function P(e,t){let n=y(`a`,{href:URL.createObjectURL(e),download:t});document.body.append(n),n.click(),n.remove(),setTimeout(()=>URL.revokeObjectURL(n.href),6e4)}function Te(e,t){let n=0,r=e=>{t.hidden=!e},i=e=>e.dataTransfer?.types.includes(`Files`)??!1;document.addEventListener(`dragenter`,e=>i(e)&&++n&&r(!0)),document.addEventListener(`dragleave`,e=>i(e)&&--n<=0&&r(!1)),document.addEventListener(`dragover`,e=>i(e)&&e.preventDefault()),document.addEventListener(`drop`,t=>{if(!i(t))return;t.preventDefault(),n=0,r(!1);let a=[...t.dataTransfer?.files??[]];a.length&&e(a,{x:t.clientX,y:t.clientY})})}function Ee(e,{x:t,y:n}){let r=e.canvas.getBoundingClientRect();for(let i of a){let a=e.rects[i],[o,s]=[t-r.left-(a?.left??0),n-r.top-(a?.top??0)];if(a&&o>=0&&s>=0&&o<=a.width&&s<=a.height)return e.pick(i,o,s)?.figure??null}return null}function De(e,t,n,r,i){let a=ve(r)?Ee(t,i):null;a===null?n.addFiles(r):j([{label:`Add it as a figure`,icon:`plus`,run:()=>n.addFiles(r)},{label:`Put its motion on ${a}`,icon:`pose`,run:()=>void ye(e,r,{onto:a})}],i,{title:r[0]?.name??``})}function F(e,t){let{state:n}=e,r=()=>n.active.value?.id??``;return{dress:{label:`Dress as a human body …`,group:`Figures`,enabled:()=>(n.active.value?.data.joints.length??0)>1,run:()=>t.open(r())},cleanFeet:{label:`Clean feet that slide`,group:`Timeline`,enabled:()=>n.timeline.clips.value.has(r()),run:()=>void e.edit({kind:`clean_feet`,figure:r()})}}}var Oe={curve:`smooth`,tension:0,continuity:0,bias:0,slow_in:0,slow_out:0,name:``,tracks:null},I=class{frames;shapes;constructor(e){this.frames=e.frames,this.shapes=e.shapes}get first(){return this.frames[0]??0}get last(){return this.frames.at(-1)??0}key(e){return this.shapes[String(e)]??Oe}placeFrom(e){let[t,n]=[0,this.frames.length];for(;t<n;){let r=t+n>>1;this.frames[r]<e?t=r+1:n=r}return t}has(e){return this.frames[this.placeFrom(e)]===e}},L=new Map,ke=e=>[...e.values()].reduce((e,t)=>e+t.size,0),Ae=e=>Object.fromEntries([...e].filter(([,e])=>e.size).map(([e,t])=>[e,[...t].sort((e,t)=>e-t)]));function je(e){let t=[...e.values()].flatMap(e=>[...e]);return t.length?[Math.min(...t),Math.max(...t)]:null}function Me(e,t,n=!1){let r=new Map([...e].map(([e,t])=>[e,new Set(t)]));for(let[e,i]of t){let t=r.get(e)??new Set;for(let e of i)n&&t.has(e)?t.delete(e):t.add(e);r.set(e,t)}return new Map([...r].filter(([,e])=>e.size))}function Ne(e,t,n,r){let{state:i}=e,a=`Edit`,o=e=>{let n=[...i.figures.value.values()].filter(({id:e})=>!i.figureState(e)?.hidden).flatMap(e=>e.data.joints.filter((n,r)=>n.kind!==`fixed`||t.bodies.get(e.id)?.isSolid(r)).map(t=>e.ref(t.name))),{part:r}=i.selection.value,a=n.findIndex(e=>e.figure===r?.figure&&e.part===r?.part),o=a<0?e>0?0:n.length-1:(a+e+n.length)%n.length;i.select(n[o]??null)};return{undo:{label:()=>Pe(`Undo`,i.history.value.undo),keys:`Ctrl+Z`,group:a,enabled:()=>i.history.value.undo!==null,run:()=>e.undo()},redo:{label:()=>Pe(`Redo`,i.history.value.redo),keys:`Ctrl+Shift+Z Ctrl+Y`,group:a,enabled:()=>i.history.value.redo!==null,run:()=>e.redo()},nextPart:{label:`Select next part`,keys:`]`,group:a,run:()=>o(1)},previousPart:{label:`Select previous part`,keys:`[`,group:a,run:()=>o(-1)},deselect:{label:`Cancel, deselect`,keys:`Escape`,group:a,run:()=>{let{part:t,lock:r}=i.selection.value;i.timeline.keysLast.value&&i.timeline.keys.value.size?i.timeline.choose(L):n.isChoosing?n.cancel():i.tool.value===`pull`?t||r!==null?i.select(null):!e.notices.dismiss()&&document.activeElement instanceof HTMLElement&&document.activeElement.blur():i.tool.value=`pull`}},menus:{label:`Go to the menus`,keys:`F10`,group:a,run:()=>document.querySelector(`.menu-button`)?.focus()},search:{label:`Search parts and sliders`,keys:`/ Ctrl+F`,group:a,run:r}}}var Pe=(e,t)=>t?`${e} ${t.charAt(0).toLowerCase()}${t.slice(1)}`:e,Fe={rad:180/Math.PI,m:100,"":1},Ie={rad:`°`,m:` cm`,"":``},Le={rad:1,m:1,"":2},Re={rad:Math.PI,m:1,"":1},ze=class extends HTMLElement{options;value=0;track;bar;knob;field;gesture=null;static make(e){let t=document.createElement(`mk-slider`);return t.options=e,t.build(),t}show(e){if(this.value===e&&this.field.value)return;this.value=e;let t=this.share(e);this.knob.style.left=`${100*t}%`;let n=this.share(this.options.rest??this.low);this.bar.style.left=`${100*Math.min(t,n)}%`,this.bar.style.width=`${100*Math.abs(t-n)}%`,document.activeElement!==this.field&&(this.field.value=this.text(e)),this.track.setAttribute(`aria-valuenow`,(e*this.scale).toFixed(this.digits)),this.track.setAttribute(`aria-valuetext`,this.text(e)),this.classList.toggle(`at-limit`,this.isAtLimit(e))}get scale(){return Fe[this.options.unit]}get digits(){return this.options.digits??Le[this.options.unit]}get low(){return this.options.lo??(this.options.rest??0)-Re[this.options.unit]}get high(){return this.options.hi??(this.options.rest??0)+Re[this.options.unit]}share(e){let t=this.high-this.low;return t>0?Math.min(Math.max((e-this.low)/t,0),1):0}isAtLimit(e){let{lo:t,hi:n,unit:r}=this.options;if(r===``||t===null||n===null)return!1;let i=1e-4*Math.max(1,Math.abs(e));return e<=t+i||e>=n-i}text(e){let t=(e*this.scale).toFixed(this.digits).replace(`-`,`−`);return(/^−0(\.0*)?$/.test(t)?t.slice(1):t)+Ie[this.options.unit]}build(){let{label:e,name:t=e,title:n,rest:r,lo:i,hi:a}=this.options;this.bar=y(`div`,{class:`slider-bar`}),this.knob=y(`div`,{class:`slider-knob`});let o=r===void 0?null:y(`div`,{class:`slider-notch`});o&&(o.style.left=`${100*this.share(r)}%`),this.track=y(`div`,{class:`slider-track`,role:`slider`,tabindex:`0`,"aria-label":t,"aria-valuemin":i===null?null:(i*this.scale).toFixed(this.digits),"aria-valuemax":a===null?null:(a*this.scale).toFixed(this.digits),onpointerdown:e=>this.press(e),onkeydown:e=>this.key(e),ondblclick:()=>r!==void 0&&this.options.set(r)},y(`div`,{class:`slider-line`}),o,this.bar,this.knob),this.field=y(`input`,{class:`slider-field`,type:`text`,inputmode:`decimal`,"aria-label":`${t}, value`,spellcheck:`false`,autocomplete:`off`,onfocus:()=>this.field.select(),onkeydown:e=>this.typing(e),onblur:()=>this.typed()}),n&&(this.title=n),this.append(y(`span`,{class:`slider-label`},e),this.track,this.field)}press(e){if(e.button!==0)return;if(e.preventDefault(),this.track.focus({preventScroll:!0}),this.track.setPointerCapture(e.pointerId),this.gesture={x:e.clientX,start:this.value,moved:!1},this.classList.add(`active`),this.options.begin?.(),!e.altKey&&!e.target.classList.contains(`slider-knob`)){let t=this.track.getBoundingClientRect();this.gesture.start=this.low+(e.clientX-t.left)/t.width*(this.high-this.low),this.go(this.gesture.start)}let t=e.altKey,n=e=>{if(!this.gesture)return;e.altKey!==t&&(t=e.altKey,this.gesture={...this.gesture,x:e.clientX,start:this.value});let n=(this.high-this.low)/Math.max(this.track.clientWidth,1);this.go(this.gesture.start+(e.clientX-this.gesture.x)*n*(t?.1:1))},r=e=>()=>{if(!this.gesture)return;let{moved:t}=this.gesture;this.gesture=null,this.classList.remove(`active`);for(let[e,t]of a)this.track.removeEventListener(e,t);document.removeEventListener(`keydown`,i,!0),e?this.options.end?.(t):this.options.cancel?.()},i=e=>{e.key===`Escape`&&(e.stopPropagation(),r(!1)())},a=[[`pointermove`,n],[`pointerup`,r(!0)],[`pointercancel`,r(!1)]];for(let[e,t]of a)this.track.addEventListener(e,t);document.addEventListener(`keydown`,i,!0)}go(e){let{lo:t,hi:n}=this.options,r=Math.min(Math.max(e,t??-1/0),n??1/0);this.gesture.moved=!0,this.options.move(r)}key(e){let t=(this.options.unit===`rad`?Math.PI/180:this.options.unit===`m`?.01:(this.high-this.low)/100)*(e.shiftKey?10:e.altKey?.1:1),{lo:n,hi:r,rest:i}=this.options,a={ArrowRight:this.value+t,ArrowUp:this.value+t,ArrowLeft:this.value-t,ArrowDown:this.value-t,PageUp:this.value+10*t,PageDown:this.value-10*t,Delete:i,Backspace:i}[e.key];if(e.key===`Enter`)this.field.focus();else if(e.key===`Escape`)this.track.blur();else if(a==null)return;else this.options.set(Math.min(Math.max(a,n??-1/0),r??1/0));e.preventDefault(),e.stopPropagation()}typing(e){e.key===`Enter`?this.track.focus():e.key===`Escape`&&(this.field.value=this.text(this.value),this.track.focus(),e.stopPropagation())}typed(){let e=Ve(this.field.value,this.options.unit),t=e===null?null:e/this.scale;t!==null&&this.field.value!==this.text(this.value)&&this.options.set(t),this.field.value=this.text(this.value)}},Be={rad:{rad:180/Math.PI},m:{mm:.1,m:100}};function Ve(e,t=``){let n=/([a-z]+)\s*$/i.exec(e)?.[1]?.toLowerCase()??``,r=e.replace(/[−–]/g,`-`).replace(`,`,`.`).replace(/[°a-z\s]+$/i,``).trim(),i=r===``?NaN:Number(r);return Number.isFinite(i)?i*(Be[t]?.[n]??1):null}customElements.define(`mk-slider`,ze);function He(e,t,n){let r=y(`input`,{type:`text`,class:`field grow`,"aria-label":e,maxlength:`80`,spellcheck:`false`});r.value=t,We(e,[r],`OK`,()=>{let e=r.value.trim();e&&e!==t&&n(e)}),r.select()}function Ue(e,t,n,r){let i=t.map(({label:e,value:t})=>{let n=y(`input`,{type:`text`,class:`field short`,inputmode:`decimal`,"aria-label":e});return n.value=String(Number(t.toPrecision(6))),n});We(e,t.map(({label:e},t)=>y(`label`,{class:`row`},y(`span`,{class:`row-label`},e),i[t])),n,()=>r(t.map(({value:e},t)=>Ve(i[t]?.value??``)??e))),i[0]?.select()}function We(e,t,n,r){let i=y(`dialog`,{class:`prompt`,"aria-label":e},y(`form`,{method:`dialog`,onsubmit:r},y(`h2`,{},e),...t,y(`div`,{class:`prompt-buttons`},y(`button`,{type:`button`,class:`button`,onclick:()=>i.close()},`Cancel`),y(`button`,{type:`submit`,class:`button primary`},n))));i.addEventListener(`close`,()=>i.remove()),document.body.append(i),i.showModal()}var Ge=(e,t,{other:n,...r}={})=>({kind:`add_lock`,...e,lock:t,...r,...n&&{other:n.part,other_figure:n.figure}}),Ke=(e,t)=>({kind:`change_lock`,id:e,changes:t}),qe=e=>({kind:`remove_lock`,id:e});function Je({figure:e,part:t},n){let r=n.filter(e=>e!==t);return{kind:`change_figure`,figure:e,changes:{hidden_parts:r.length<n.length?r:[...n,t]}}}var Ye=e=>({kind:`change_figure`,figure:e,changes:{hidden_parts:[]}}),Xe=e=>({kind:`change_settings`,changes:e}),Ze=e=>({kind:`mirror`,...e}),Qe=e=>({kind:`mirror`,figure:e}),$e=(e,t=null)=>({kind:`reset`,figure:e,...t&&{names:t}}),et=(e,t,n)=>({kind:`set_parameters`,figure:e,values:{[t]:n}}),tt=(e,t,n)=>({kind:`set_stiffness`,figure:e,name:t,value:Math.min(Math.max(n,0),1)}),nt=(e,t)=>({kind:`store_pose`,figure:e,name:t}),rt=(e,t)=>({kind:`delete_pose`,figure:e,name:t}),it=(e,t,n)=>({kind:`rename_pose`,figure:e,name:t,new_name:n}),at=e=>({kind:`add_figure`,name:e}),ot=e=>({kind:`duplicate_figure`,figure:e}),st=(e,t)=>({kind:`rename_figure`,figure:e,name:t}),ct=(e,t)=>({kind:`change_figure`,figure:e,changes:t}),lt=e=>({kind:`remove_figure`,figure:e}),ut=e=>({kind:`rename_project`,name:e}),dt=class{editor;reveal;constructor(e,t){this.editor=e,this.reveal=t}get state(){return this.editor.state}addMenu(){let{figures:e}=this.state.catalogue.value,t=e=>({label:`${e.name}: ${e.summary}`,icon:e.prop?`box`:`pose`,run:()=>this.addShipped(e)});return[{heading:`Props`},...e.filter(({prop:e})=>e).map(t),{heading:`Bodies`},...e.filter(({prop:e})=>!e).map(t),`-`,{label:`From a file …`,run:()=>Se(e=>this.addFiles(e))}]}menu(e){let t=this.state.figureState(e);return[{label:`Rename …`,icon:`pencil`,run:()=>this.askName(e)},{label:`Duplicate`,icon:`copy`,run:()=>void this.duplicate(e)},{label:t?.hidden?`Show`:`Hide`,icon:`eye`,run:()=>this.change(e,{hidden:!t?.hidden})},{label:t?.frozen?`Unfreeze`:`Freeze`,icon:`frost`,run:()=>this.change(e,{frozen:!t?.frozen})},{label:`Delete`,icon:`trash`,enabled:this.state.several.value,run:()=>this.remove(e)}]}addShipped({name:e,sizes:t}){let n=Object.entries(t).map(([e,t])=>({label:`${e} [cm]`,value:100*t})),r=t=>{let n=t.map(e=>String(e/100)).join(`x`);this.make(at(n?`${e}:${n}`:e))};n.length?Ue(`Add ${e}`,n,`Add`,r):r([])}duplicate(e){return this.make(ot(e))}addFiles(e){ye(this.editor,e,{adds:!0,made:e=>void this.show(e)})}askName(e){He(`Rename ${e}`,e,t=>void this.rename(e,t))}async rename(e,t){let{state:n}=this,{part:r}=n.selection.value,i=n.active.value?.id===e;await this.editor.edit(st(e,t))&&(r?.figure===e?n.select({figure:t,part:r.part}):i&&n.activate(t))}change(e,t){this.editor.edit(ct(e,t))}remove(e){this.editor.edit(lt(e))}async make(e){let t=await this.editor.edit(e);t&&await this.show(t.figures)}async show([e]){let{state:t}=this;if(e===void 0)return;await this.editor.until(()=>t.figures.value.has(e));let n=t.figures.value.get(e);n?.root&&(t.select(n.ref(n.root.name)),this.reveal(e))}};function ft(e,t){let n=()=>e.active.value?.id??``,r=()=>e.several.value?n():`figure`,i=(t,r,i={})=>({label:t,group:`Figures`,enabled:()=>e.active.value!==null,run:()=>r(n()),...i}),a=()=>e.figureState(n());return{duplicateFigure:i(()=>`Duplicate ${r()}`,e=>void t.duplicate(e),{keys:`Shift+D`}),renameFigure:i(()=>`Rename ${r()} …`,e=>t.askName(e),{keys:`F2`}),hideFigure:i(()=>`${a()?.hidden?`Show`:`Hide`} ${r()}`,e=>t.change(e,{hidden:!a()?.hidden}),{keys:`Alt+H`}),freezeFigure:i(()=>`${a()?.frozen?`Unfreeze`:`Freeze`} ${r()}`,e=>t.change(e,{frozen:!a()?.frozen}),{keys:`Shift+F`}),removeFigure:i(()=>`Delete ${r()}`,e=>t.remove(e),{enabled:()=>e.several.value})}}function pt(e,t,n,r){let{state:i}=e,a=`File`,o=()=>i.active.value?{figure:i.active.value.id}:{};return{open:{label:`Open …`,keys:`Ctrl+O`,group:a,run:()=>Se(e=>void t.open(e))},rename:{label:`Rename project …`,group:a,run:()=>He(`Rename project`,i.document.value?.name??``,t=>{e.edit(ut(t))})},save:{label:`Save`,keys:`Ctrl+S`,group:a,run:()=>e.notices.show(`info`,`Everything is saved`,`Every edit is saved at once. Use Save a copy to take the project elsewhere.`)},saveAs:{label:`Save a copy …`,keys:`Ctrl+Shift+S`,group:a,run:()=>we(`project.manikin`)},exportPose:{label:`Export pose (JSON)`,group:a,run:()=>we(`pose.json`,o())},exportFigure:{label:`Export figure (.scr)`,group:a,run:()=>we(`figure.scr`,o())},exportFilm:{label:`Film …`,keys:`Ctrl+Shift+E`,group:a,enabled:()=>i.timeline.moves.value,run:r},exportPicture:{label:`Picture …`,keys:`Ctrl+E`,group:a,run:n}}}var mt=(e,t)=>({kind:`key_pose`,figure:e,frame:t}),ht=(e,t)=>({kind:`key_pose`,...e,frame:t}),gt=()=>({kind:`drop_pose`}),_t=e=>({kind:`remove_keys`,keys:Ae(e)}),vt=(e,t)=>({kind:`move_keys`,keys:Ae(e),by:t}),yt=(e,t)=>({kind:`change_keys`,keys:Ae(e),changes:t}),bt=(e,t,n)=>({kind:`delete_time`,figures:[...e.keys()],start:t,end:n}),xt=(e,t,n)=>({kind:`paste_keys`,keys:e,frame:t,...n}),St=e=>({kind:`change_timeline`,changes:e});function Ct(e,t,n,r,i){let{state:a}=e,o={x:i.clientX,y:i.clientY},s=t.line.keyUnder(i);if(i.row?.kind===`strip`){let e=e=>e?.some(({start:e,end:t})=>i.frame>=e-.5&&i.frame<=t+.5)??!0,t=i.row.locks.find(({spans:t})=>e(t))??i.row.locks[0];a.select({figure:t.figure,part:t.part},t.id),r.open(null,t.id,o)}else s?wt(e,t,n,s,o):j(Et(e,Math.round(i.frame)),o)}function wt(e,t,n,r,i){let{timeline:a}=e.state,o=a.keys.value,s=o.size>0&&!o.get(r.figure)?.has(r.frame);o.get(r.figure)?.has(r.frame)||a.pick(r.figure,r.frame,`alone`);let c=a.keys.value,l=ke(c)>1?`${ke(c)} keys`:`Key at ${r.frame}`,u={x:i.x,y:t.element.getBoundingClientRect().top},d=e=>()=>{a.choose(o),a.pick(r.figure,r.frame,e)},f=[{label:`Choose up to here`,enabled:o.has(r.figure),run:d(`range`)},{label:`Choose as well`,run:d(`toggle`)},`-`];j([...s?f:[],...Tt(e,n,r,c,u)],i,{title:l})}function Tt(e,t,{figure:n,frame:r},i,a){let{timeline:o}=e.state,s=o.clips.value.get(n),c=s?.key(s.placeFrom(r))??Oe,l=t=>()=>void e.edit(yt(i,t)),u=ke(i)>1?`${ke(i)} keys`:`Key at ${r}`;return[{label:`Go to its frame`,run:()=>o.go(r)},{label:`Curve, tension, slowness …`,run:()=>t.openKeys(i,c,u,a)},`-`,{label:`Smooth`,checked:c.curve===`smooth`,run:l({curve:`smooth`})},{label:`Linear`,checked:c.curve===`linear`,run:l({curve:`linear`})},{label:`Hold until the next key`,checked:c.curve===`hold`,run:l({curve:`hold`})},`-`,{label:`Rates from the neighbours`,run:()=>void e.edit({kind:`set_key_rates`,keys:Ae(i),rates:null})},{label:`Make whole`,enabled:c.tracks!==null,run:l({tracks:null})},{label:`Name …`,run:()=>He(`Name of the key`,c.name,e=>l({name:e})())},{label:`Delete`,keys:`Delete`,icon:`trash`,run:()=>void e.edit(_t(i))}]}function Et(e,t){let{timeline:n}=e.state,{marks:r}=n.data.value,i=r.filter(e=>e.frame===t),a=n=>void e.edit(St({marks:[...r,{frame:t,name:n}]}));return[{label:`Go here`,run:()=>n.go(t)},{label:`Mark this frame …`,run:()=>He(`Name of frame ${t}`,``,a)},...i.map(t=>({label:`Remove the mark ${t.name}`,run:()=>void e.edit(St({marks:r.filter(e=>e!==t)}))})),{label:`Repeat everything`,enabled:n.loop.value!==null,run:()=>void(n.loop.value=null)}]}var Dt=1.5;function Ot(e,t,n){let{timeline:r}=e.state,i=`Timeline`,a=()=>r.keys.value,o=()=>a().size>0,s=()=>je(a()),c=(e,t)=>new Map([...e].map(([e,n])=>[e,new Set([...n].map(t))])),l=(n,l,u,d)=>({label:n,keys:l,group:i,enabled:o,run:()=>{let n=a(),i=Object.keys(Ae(n)),o=d?{kind:`slide_time`,figures:i,start:s()?.[0]??0,by:u}:vt(n,u),l=t.element.contains(document.activeElement)&&document.activeElement!==t.canvas;e.edit(o).then(e=>{e&&(r.choose(c(n,e=>e+u)),l&&t.focusKey())})}}),u=(e,n,a)=>({label:e,keys:n,group:i,enabled:()=>r.moves.value,run:()=>t.line.scale.zoom(t.line.scale.x(r.playhead.value),a)});return{ripple:{label:`What follows moves along`,group:i,checked:()=>r.ripple.value,run:()=>{r.ripple.value=!r.ripple.value}},keysEarlier:l(`Move keys a frame earlier`,`Alt+ArrowLeft`,-1,!1),keysLater:l(`Move keys a frame later`,`Alt+ArrowRight`,1,!1),restEarlier:l(`… with all that follows, earlier`,`Alt+Shift+ArrowLeft`,-1,!0),restLater:l(`… with all that follows, later`,`Alt+Shift+ArrowRight`,1,!0),stretchKeys:{label:`Stretch …`,group:i,enabled:()=>(s()?.[1]??0)>(s()?.[0]??0),run:()=>{let t=a(),[n,i]=s()??[0,0],o=[{label:`first frame`,value:n},{label:`last frame`,value:i}];Ue(`Stretch ${ke(t)} keys`,o,`Stretch`,([a=n,o=i])=>{if(a===n&&o===i)return;let s=e=>a+(e-n)*(o-a)/(i-n),l=Object.keys(Ae(t));e.edit({kind:`stretch_time`,figures:l,start:n,end:i,new_start:a,new_end:o}).then(e=>e&&r.choose(c(t,s)))})}},shapeKeys:{label:`Curve, tension, slowness …`,group:i,enabled:o,run:()=>{let[[e,i]=[``,new Set]]=a(),[o=0]=i,s=r.clips.value.get(e),c=ke(a())>1?`${ke(a())} keys`:`Key at ${o}`,l=t.canvas.getBoundingClientRect();n.openKeys(a(),s?.key(s.placeFrom(o))??Oe,c,{x:t.line.scale.x(o)+l.left,y:l.top})}},timeNearer:u(`Fewer frames`,`Alt+ArrowUp`,Dt),timeFarther:u(`More frames`,`Alt+ArrowDown`,1/Dt)}}function kt(e,t,n){let{state:r}=e,i=`Locks`,a=()=>r.timeline.keysLast.value&&r.timeline.keys.value.size>0,o=()=>r.selectedLock!==void 0;return{lock:{label:`Lock selected part …`,keys:`L`,group:i,run:()=>{let e=r.large.value,i=t.cells[e].getBoundingClientRect(),a=t.stage.find(r.selection.value.part),o=a&&t.stage.project(e,a.body.middle(a.joint));n.openKinds({x:i.left+(o?.x??60),y:i.top+(o?.y??60)})}},toggleLock:{label:`Turn selected lock on or off`,keys:`O`,group:i,enabled:o,run:()=>{let t=r.selectedLock;t&&e.edit(Ke(t.id,{enabled:!t.enabled}))}},removeLock:{label:()=>a()?`Delete chosen keys`:`Delete selected lock`,keys:`Delete Backspace`,group:i,enabled:()=>a()||o(),run:()=>{if(a()){e.edit(_t(r.timeline.keys.value));return}let t=r.selectedLock;t&&e.edit(qe(t.id))}},solve:{label:()=>r.solving.value?`Stop solving`:`Solve until converged`,keys:`Ctrl+Enter`,group:i,run:()=>void e.solve()},continuous:{label:`Solve locks while dragging`,group:i,checked:()=>r.settings.value?.continuous??!1,run:()=>void e.edit(Xe({continuous:!r.settings.value?.continuous}))}}}var At=100,jt=new Set,Mt=0,Nt=null,Pt=null,Ft=0,It=class{kind;compute;equals;order=++Mt;observers=new Set;sources=new Map;version=0;stale=!0;kept;constructor(e,t,n){this.kind=e,this.compute=t,this.equals=n}read(){return this.kind===`computed`&&!Nt&&!this.observers.size?this.compute():(Nt&&this.observers.add(Nt),this.refresh(),Nt?.sources.set(this,this.version),this.kept)}write(e){this.keep(e)&&Rt(()=>this.notify())}refresh(){if(this.kind===`signal`||!this.stale||(this.stale=!1,this.sources.size&&![...this.sources].some(([e,t])=>e.newer(t))))return;let e=[...this.sources.keys()],t=[Nt,Pt];this.sources.clear(),[Nt,Pt]=[this,null];try{this.keep(this.compute())}finally{[Nt,Pt]=t;for(let t of e)this.sources.has(t)||t.leave(this)}}release(){this.stale=this.kind===`computed`;for(let e of this.sources.keys())e.leave(this);this.sources.clear()}newer(e){return this.refresh(),this.version!==e}keep(e){return this.version&&this.equals(this.kept,e)?!1:(this.kept=e,this.version++,!0)}notify(){for(let e of this.observers)e.stale||(e.stale=!0,e.kind===`effect`?jt.add(e):e.notify())}leave(e){this.observers.delete(e),this.kind===`computed`&&!this.observers.size&&this.release()}},Lt=e=>({get value(){return e.read()},set value(t){e.write(t)}});function R(e,t=Object.is){let n=new It(`signal`,()=>e,t);return n.write(e),Lt(n)}function z(e,t=Object.is){return Lt(new It(`computed`,e,t))}function B(e){let t=new It(`effect`,e,()=>!0),n=()=>{t.release(),jt.delete(t)};return Pt?.push(n),Rt(()=>t.refresh()),n}function Rt(e){Ft++;try{return e()}finally{--Ft===0&&jt.size&&Ht()}}function zt(e){let t=Nt;Nt=null;try{return e()}finally{Nt=t}}function Bt(e){let t=Pt,n=Pt=[];try{return[zt(e),()=>void n.splice(0).map(e=>e())]}finally{Pt=t}}function Vt(e){Pt?.push(e)}function Ht(){let e=[];Ft++;for(let t=0;jt.size&&t<At;t++)for(let t of[...jt].sort((e,t)=>e.order-t.order))if(jt.delete(t))try{t.refresh()}catch(t){e.push(t)}if(Ft--,jt.size&&e.push(Error(`effects set each other off without end`)),jt.clear(),e.length)throw e[0]}var Ut=.2,Wt=(e,t)=>({start:e,end:t,ease_in:null,ease_out:null,cut_in:!1,cut_out:!1}),Gt=({start:e,end:t,ease_in:n,ease_out:r,cut_in:i,cut_out:a},o)=>({start:e,end:t,ease_in:i?0:n??Ut*o,ease_out:a?0:r??Ut*o});function Kt(e,t,n){return e.spans?e.spans.map(e=>Gt(e,t)):[{start:n.frame(0)-1,end:n.end+1,ease_in:0,ease_out:0}]}function qt(e,t,n){let{state:r}=e,i=`Pose`,a=()=>r.selection.value.part!==null,o=t=>{let n=r.active.value;n&&e.edit(t(n.id))},s=(e,t,n,a)=>({label:t,keys:n,group:i,checked:()=>r.tool.value===e,run:()=>{r.tool.value=r.tool.value===e?`pull`:e,r.status.value=r.tool.value===e?a:``}}),c=(t,n)=>({label:n,group:i,checked:()=>r.settings.value?.drag_mode===t,run:()=>void e.edit(Xe(Yt(t,r.settings.value,r.active.value?.root?.name)))});return{pull:{label:`Move selected part`,keys:`Enter`,group:i,enabled:a,run:()=>t.begin()},move:s(`move`,`Move along axes`,`V`,`drag an arrow of the selected part or lock; with Ctrl in whole centimetres`),axes:{label:`Arrows along the part's own axes`,keys:`Shift+V`,group:i,checked:()=>r.view.value.axes===`local`,run:()=>r.setView({axes:r.view.value.axes===`local`?`world`:`local`})},root:s(`root`,`Carry figure with its locks`,`G`,`drag the figure anywhere: its locks come along`),rotate:s(`rotate`,`Rotate part`,`R`,`drag a ring of the selected part or lock; with Ctrl in steps of five degrees`),star:s(`star`,`Goal star for selected part`,`S`,`drag the star off the selected part: the part follows it`),chainPart:c(`part`,`Pull the part alone (FK)`),chainBranch:c(`branch`,`Pull the limb (IK)`),chainJoint:c(`joint`,`Pull the full body`),mirror:{label:`Mirror limb to other side`,keys:`M`,group:i,enabled:a,run:()=>{let{part:t}=r.selection.value;t&&e.edit(Ze(t))}},mirrorAll:{label:`Mirror whole pose`,keys:`Shift+M`,group:i,run:()=>o(Qe)},resetAll:{label:`Reset to rest pose`,group:i,run:()=>o($e)},store:{label:`Store pose …`,keys:`P`,group:i,run:n},hide:{label:`Hide or show part`,keys:`H`,group:i,enabled:a,run:()=>{let{part:t}=r.selection.value;t&&e.edit(Je(t,r.figureState(t.figure)?.hidden_parts??[]))}},showAll:{label:`Show all parts`,keys:`Shift+H`,group:i,enabled:()=>r.hidden.value.size>0,run:()=>Jt(e)}}}function Jt(e){for(let[t,{hidden_parts:n}]of e.state.document.value?.figures??[])n.length&&e.edit(Ye(t))}function Yt(e,t,n){return e===`joint`&&!t?.drag_base?{drag_mode:e,drag_base:n??null}:{drag_mode:e}}var Xt=[`X`,`Y`,`Z`],Zt={y:[[`up and down (Y)`,[0,1,0]],[`left and right (X)`,[1,0,0]],[`forward and back (Z)`,[0,0,1]]],z:[[`up and down (Z)`,[0,0,1]],[`left and right (Y)`,[0,1,0]],[`forward and back (X)`,[1,0,0]]]},Qt={line:`moves`,align:`of its axis that points`,plane:`does not move`,half_space:`stops when it moves`},$t=class{editor;figureMenu;banner=y(`div`,{class:`banner`,hidden:!0,role:`dialog`,"aria-label":`Select a part`});waiting=null;constructor(e,t){this.editor=e,this.figureMenu=t,B(()=>{let{part:t}=e.state.selection.value;this.waiting&&t&&zt(()=>this.chosen(t))})}get isChoosing(){return this.waiting!==null}open(e,t,n){let{state:r}=this.editor,i=r.lock(t);i?j(this.ofLock(i.id),n,{title:r.lockLabel(i)}):e?j(this.ofPart(e),n,{title:r.label(e)}):j(this.ofNothing(),n)}openKinds(e){let{state:t}=this.editor,n=n=>j(this.kinds(n),e,{title:`Lock ${t.label(n)}`}),{part:r}=t.selection.value;r?n(r):this.choose(`Select the part to lock.`,n)}cancel(){this.waiting=null,this.banner.hidden=!0}kinds(e){return this.editor.state.catalogue.value.lockKinds.map(t=>this.kindItem(e,t))}kindItem(e,{kind:t,label:n,mark:r,options:i}){let a=(n={})=>this.add(e,t,n),o=(e,t)=>({label:e,icon:r,run:()=>a(t)}),s=Qt[t];if(i.includes(`other`))return{label:`${n} …`,icon:r,run:()=>this.choose(`${n}: select the other part.`,e=>a({other:e}))};if(i.includes(`axes`)&&t!==`position`){let e=e=>{let[t,n,r]=Xt;return o(`hold ${[...e].join(` and `)}`,{axes:[e.includes(t),e.includes(n),e.includes(r)]})};return{label:n,icon:r,items:()=>[`X`,`Y`,`Z`,`XY`,`YZ`,`XZ`].map(e)}}return s&&i.includes(`along`)?{label:n,icon:r,items:()=>this.directions(e).map(([e,t])=>o(`${s} ${e}`,{along:t}))}:{label:n,icon:r,run:()=>a()}}directions(e){return Zt[this.editor.state.figureOf(e)?.data.up??`y`]}async add(e,t,n){let r=je(this.editor.state.timeline.keys.value),i=r&&r[1]>r[0]?{spans:[Wt(...r)]}:{},a=(await this.editor.edit({...Ge(e,t,n),...i}))?.locks[0];a!==void 0&&this.editor.state.select(e,a)}ofPart(e){let{editor:t}=this,{state:n}=t,r=n.figureOf(e),i=r?.parametersOf(e.part).map(e=>e.name)??[],a=n.isHidden(e);return[{heading:`Lock`},...this.kinds(e),`-`,{label:`Full body ends here`,icon:`pull`,run:()=>void t.edit(Xe({drag_mode:`joint`,drag_base:e.part}))},{label:`Mirror to other side`,keys:`M`,icon:`mirror`,run:()=>void t.edit(Ze(e)),enabled:(r?.joint(e.part)?.mirror??null)!==null},{label:`Reset to rest pose`,icon:`reset`,run:()=>void t.edit($e(e.figure,i)),enabled:i.length>0},{label:a?`Show`:`Hide`,keys:`H`,icon:a?`eye`:`off`,run:()=>void t.edit(Je(e,n.figureState(e.figure)?.hidden_parts??[]))},`-`,{label:n.several.value?e.figure:`Figure`,icon:r?.isProp?`box`:`pose`,items:()=>this.figureMenu(e.figure)}]}ofLock(e){let{editor:t}=this,n=t.state.lock(e),r=n=>()=>void t.edit(Ke(e,n));return[{label:`On`,checked:n?.enabled??!1,run:r({enabled:!n?.enabled})},{label:`Hard`,checked:n?.hard??!1,run:r({hard:!n?.hard})},...this.times(e),`-`,{label:`Show in Locks panel`,icon:`lock`,run:()=>t.state.setView({panel:`locks`})},{label:`Delete`,keys:`Delete`,icon:`trash`,run:()=>void t.edit(qe(e))}]}times(e){let{editor:t}=this,n=je(t.state.timeline.keys.value);return t.state.timeline.moves.value?[`-`,{label:`Holds at all frames`,checked:(t.state.lock(e)?.spans??null)===null,run:()=>void t.edit(Ke(e,{spans:null}))},{label:n?`Holds from ${n[0]} to ${n[1]}`:`Holds over the chosen keys`,enabled:n!==null,run:()=>{n&&t.edit(Ke(e,{spans:[Wt(...n)]}))}}]:[]}ofNothing(){let{editor:e}=this,{state:t}=e,n=n=>()=>{let r=t.active.value;r&&e.edit(n(r.id))};return[{label:`Mirror whole pose`,icon:`mirror`,run:n(Qe)},{label:`Reset to rest pose`,icon:`reset`,run:n($e)},{label:`Show hidden parts`,icon:`eye`,enabled:t.hidden.value.size>0,run:()=>Jt(e)}]}choose(e,t){let{state:n}=this.editor;n.select(null),this.waiting=t;let r=[...n.figures.value.values()].filter(({id:e})=>!n.figureState(e)?.hidden).flatMap(e=>e.data.joints.map(t=>e.ref(t.name))),i=y(`select`,{class:`field`,"aria-label":e,onchange:()=>{let e=r[i.selectedIndex-1];e&&this.chosen(e)}},y(`option`,{},`or from a list …`),...r.map(e=>y(`option`,{value:e.part},n.label(e))));this.banner.replaceChildren(y(`span`,{},`${e} Click it in a view`),i,b(`close`,`Cancel (Escape)`,()=>this.cancel())),this.banner.hidden=!1,i.focus({preventScroll:!0})}chosen(e){let t=this.waiting;this.cancel(),t?.(e)}},en=[.001,Math.PI/360];function tn([e,t]){return e/en[0]>=t/en[1]?{error:e,unit:`m`,share:e/en[0]}:{error:t,unit:`rad`,share:t/en[1]}}var nn=e=>`${e<0?`−`:`+`}${(1e3*Math.abs(e)).toFixed(0)} mm`;function rn(e,t){if(t===`rad`){let t=e*180/Math.PI;return`${t.toFixed(+(t<10))}°`}let n=e*1e3;return n<1e3?`${n.toFixed(n<1?2:+(n<10))} mm`:`${e.toFixed(2)} m`}function an(e){let t=new Set;for(let n of e.timeline.clips.value.keys()){let r=e.timeline.frames.get(n);for(let e=0;r&&e<r.count;e++)((r.audit.level(e)??0)>0||r.audit.pops(e))&&t.add(r.first+e)}return[...t].sort((e,t)=>e-t)}function on(e,t,n){return e.length?(n>0?e.find(e=>e>t):e.filter(e=>e<t).at(-1))??(n>0?e[0]:e.at(-1)):null}function sn(e){let[t,n,r,i,a]=[0,-1,``,0,0];for(let o of e.timeline.clips.value.keys()){let s=e.timeline.frames.get(o);t+=s?.locks.length??0;for(let e=0;s&&e<s.count;e++){(s.audit.level(e)??0)>0&&(i+=1),s.audit.pops(e)&&(a+=1);let t=s.audit.share[e];if(!(t>n))continue;let{error:o,unit:c}=tn(s.error(e,s.audit.culprit[e])??[0,0]);[n,r]=[t,rn(o,c)]}}if(!t||n<0)return``;let o=t===1?`1 lock`:`${t} locks`,s=a?`, ${a} ${a===1?`pops`:`pop`}`:``;return`${i?`${o}: ${i} ${i===1?`frame`:`frames`} off`:`${o} held`}, worst ${r}${s}`}function cn(e,t,n){let r=e.timeline.frames.get(t),i=n-(r?.first??0);if(!r?.has(i))return`Frame ${n}: not solved yet`;let{audit:a}=r,o=e.lock(r.locks[a.culprit[i]]??null),{error:s,unit:c}=tn(r.error(i,a.culprit[i])??[0,0]),[l,u]=[a.level(i),rn(s,c)];return`Frame ${n}: ${l===null?`nothing is to hold`:l?`${o?.name} is off by ${u}`:`all is held, worst ${u}`}${a.pops(i)?`; pops, ${a.pop(i).toFixed(1)} times the keys' own`:``}`}var ln=[1,2,5,10];function un(e,t){let{state:n}=e,{timeline:r}=n,i=`Timeline`,a=()=>r.moves.value,o=(e,o,s)=>({label:e,keys:o,group:i,enabled:a,run:()=>{let e=on(an(n),r.playhead.value,s);e===null?n.status.value=sn(n)||`There are no locks`:(r.go(e),t.line.scale.reveal(e))}}),s=()=>n.figureState(n.active.value?.id??``)?.smooth??!1;return{path:{label:`Way of the selected part`,keys:`T`,group:i,enabled:a,checked:()=>r.path.value,run:()=>{r.path.value=!r.path.value,r.path.value&&!n.selection.value.part&&(n.status.value=`Select a part to see its way`)}},onion:{label:`Onion skins`,keys:`U`,group:i,enabled:a,checked:()=>r.onion.value>0,run:()=>dn(e,(r.onion.value+1)%6)},curves:{label:`Curves of the selected part`,keys:`C`,group:i,enabled:a,checked:()=>r.curves.value,run:()=>{n.view.value.timeline===!1&&n.setView({timeline:!0}),r.curves.value=!r.curves.value,t.line.curves.window.value=null}},smooth:{label:()=>r.smoothing.value===null?`Smooth: locks by whole intervals`:`Stop smoothing`,group:i,enabled:()=>r.clips.value.has(n.active.value?.id??``),checked:s,run:()=>{let t=n.active.value?.id;t&&e.edit(ct(t,{smooth:!s()}))}},nextProblem:o(`Next frame that is off`,`N`,1),previousProblem:o(`Previous frame that is off`,`Shift+N`,-1),frameKeys:{label:`Show chosen keys, or all`,group:i,enabled:a,run:()=>t.fitChosen()}}}function dn({state:e},t){let{onion:n,onionStep:r}=e.timeline;n.value=Math.min(Math.max(t,0),5);let[i,a]=[n.value,r.value],o=a?`every ${a===1?`frame`:`${a} frames`}, ${i}`:`${i} ${i===1?`key`:`keys`}`;e.status.value=i?`Onion skins: ${o} on each side`:`Onion skins off`}function fn(e){let{onion:t,onionStep:n}=e.state.timeline,r=r=>()=>{n.value=r,dn(e,t.value||1)};return[{label:`At keys`,checked:n.value===0,run:r(0)},...ln.map(e=>({label:e===1?`Every frame`:`Every ${e} frames`,checked:n.value===e,run:r(e)})),`-`,...Array.from({length:6},(n,r)=>({label:r?`${r} on each side`:`None`,checked:t.value===r,run:()=>dn(e,r)}))]}var pn=100,mn={kind:`level`,at:0,count:5,rise:.17,tread:.29,start:[0,1],heading:0,heights:[],spacing:[.25,.25]};function hn(e){let t=e.state.document.value?.ground??mn,n=t=>void e.edit({kind:`set_ground`,ground:t});return[{label:`Level`,checked:t.kind===`level`,run:()=>n(mn)},{label:`Stairs …`,checked:t.kind===`stairs`,run:()=>gn(t,n)},{label:`Heights from a picture or table …`,checked:t.kind===`field`,run:()=>_n(e,n)}]}function gn(e,t){Ue(`Stairs`,[{label:`steps`,value:e.count},{label:`height of a step [m]`,value:e.rise},{label:`depth of a step [m]`,value:e.tread},{label:`first edge at x [m]`,value:e.start[0]},{label:`at z [m]`,value:e.start[1]},{label:`leading to [degrees]`,value:e.heading}],`Build`,([e=5,n=.17,r=.29,i=0,a=1,o=0])=>t({...mn,kind:`stairs`,count:Math.round(e),rise:n,tread:r,start:[i,a],heading:o}))}function _n(e,t){let n=y(`input`,{type:`file`,accept:`.csv,image/*`,onchange:async()=>{let r=n.files?.[0];if(!r)return;let i=await bn(r).catch(()=>null);if(!i){e.notices.show(`error`,`${r.name}: no heights could be read`,`Choose a picture, or a .csv file of numbers.`);return}let a=!r.name.toLowerCase().endsWith(`.csv`),o=[{label:a?`height of white [m]`:`heights times`,value:a?.3:1},{label:`metres between heights`,value:.1}];Ue(`Ground from ${r.name}`,o,`Build`,([n=1,r=.1])=>{let a=[-r*(i.length-1)/2,-r*((i[0]?.length??1)-1)/2],[o,s]=vn(e),c=yn(i,(o-a[0])/r,(s-a[1])/r),l=i.map(e=>e.map(e=>Number(((e-c)*n).toFixed(5))));t({...mn,kind:`field`,heights:l,start:a,spacing:[r,r]})})}});n.click()}function vn({state:e}){let t=e.live.value?.poses.get(e.active.value?.id??``)?.transforms;return[t?.[3]??0,t?.[11]??0]}function yn(e,t,n){let[r,i]=[e.length-1,(e[0]?.length??1)-1],[a,o]=[Math.min(Math.max(t,0),r),Math.min(Math.max(n,0),i)],[s,c]=[Math.min(Math.floor(a),r-1),Math.min(Math.floor(o),i-1)],l=(t,n)=>e[s+t]?.[c+n]??0,u=e=>l(e,0)+(o-c)*(l(e,1)-l(e,0));return u(0)+(a-s)*(u(1)-u(0))}async function bn(e){if(e.name.toLowerCase().endsWith(`.csv`)){let t=(await e.text()).split(/\r?\n/).filter(e=>e.trim()).map(e=>e.split(/[,;\s]+/).filter(Boolean).map(Number)),n=t[0]?.length??0;if(t.length<2||n<2||t.some(e=>e.length!==n||e.some(Number.isNaN)))throw Error(`no table`);return t}let t=await createImageBitmap(e),n=Math.min(1,pn/Math.max(t.width,t.height)),[r,i]=[Math.max(Math.round(t.width*n),2),Math.max(Math.round(t.height*n),2)],a=y(`canvas`,{width:r,height:i}).getContext(`2d`);if(!a)throw Error(`no canvas`);a.drawImage(t,0,0,r,i);let{data:o}=a.getImageData(0,0,r,i),s=(e,t)=>{let n=4*(t*r+e);return(.2126*o[n]+.7152*o[n+1]+.0722*o[n+2])/255};return Array.from({length:r},(e,t)=>Array.from({length:i},(e,n)=>s(t,n)))}var xn=.25;function Sn(e){let{state:t}=e,n=()=>{let{part:e}=t.selection.value,n=t.figureOf(e);if(!e||!n)return[];let r=t.chosenOf(n.id),i=n.joint(e.part)?.limb,a=({joint:e})=>r.length>1?r.includes(e):n.joint(e)?.limb===i;return n.data.parameters.filter(e=>a(e)&&e.joint!==n.root?.name)},r=(r,i,a)=>({label:r,keys:i,group:`Pose`,enabled:()=>n().length>0,run:()=>{let r=t.figureOf(t.selection.value.part);if(!r)return;let i=t.values(r.id),o=Object.fromEntries(n().map(({name:e,rest:t,lo:n,hi:o})=>{let s=i[r.parameterIndex(e)]??t;return[e,Math.min(Math.max(s+a*(t-s),n??-1/0),o??1/0)]}));e.edit({kind:`set_parameters`,figure:r.id,values:o})}});return{relax:r(`Relax limb towards rest`,`Q`,xn),exaggerate:r(`Push limb away from rest`,`Shift+Q`,-.25)}}function Cn(e){let{state:t}=e,{part:n}=t.selection.value,r=(n&&t.figureState(n.figure)?.poses)??[],i=r=>({label:r,run:()=>{if(!n)return;let i=t.chosenOf(n.figure);e.edit({kind:`apply_pose`,figure:n.figure,name:r,share:xn,parts:i,locks:`hold`})}});return{label:`Relax limb towards a pose`,enabled:r.length>0,items:()=>r.map(({name:e})=>i(e))}}function wn({state:e}){return{chooseLimb:{label:`Select the whole limb`,keys:`Shift+A`,group:`Edit`,enabled:()=>e.selection.value.part!==null,run:()=>{let{part:t}=e.selection.value,n=e.figureOf(t);if(!t||!n)return;let r=n.joint(t.part)?.limb;e.choose(n.data.joints.filter(e=>e.limb===r&&e.kind!==`fixed`).map(e=>n.ref(e.name)))}}}}function Tn({state:e}){let t=e.active.value,{sets:n}=e.view.value,r=t?e.chosenOf(t.id):[],i=()=>He(`Name of the set`,``,t=>e.setView({sets:{...e.view.value.sets,[t]:r}})),a=Object.entries(n).map(([n,r])=>({label:n,run:()=>t&&e.choose(r.filter(e=>t.joint(e)).map(e=>t.ref(e)))})),o=Object.keys(n).map(t=>({label:`Forget ${t}`,run:()=>e.setView({sets:Object.fromEntries(Object.entries(n).filter(([e])=>e!==t))})})),s=[{label:`Store chosen parts …`,enabled:r.length>0,run:i}];return[...a,...a.length?[`-`]:[],...s,...o]}function En(e,t,n,r,i){let{state:a}=t,o=t=>t.split(` `).map(t=>t===`-`?`-`:Dn(e.get(t)));return{File:()=>[{label:`New project`,items:()=>i.newMenu()},...o(`open`),{label:`Open recent`,items:()=>i.recentMenu()},...o(`rename - save saveAs - exportPose`),{label:`Export figure`,items:()=>[[`.scr`,`as .scr, without its skin`],[`.glb`,`as .glb, with its skin`],[`.vrm`,`as .vrm, an avatar`],[`.usda`,`as .usda, with its skin`]].map(([e,t])=>({label:t??``,run:()=>we(`figure${e}`,{figure:a.active.value?.id??``})}))},{label:`Export clip`,enabled:a.timeline.clips.value.has(a.active.value?.id??``),items:()=>[`.clip`,`.npz`,`.csv`,`.bvh`,`.glb`,`.vrma`,`.usda`].map(e=>({label:`as ${e}`,run:()=>we(`clip${e}`,{figure:a.active.value?.id??``})}))},...o(`exportPicture exportFilm`)],Edit:()=>[...o(`undo redo - nextPart previousPart chooseLimb deselect search`),{label:`Selection sets`,items:()=>Tn(t)},...o(`- history menus`)],Figure:()=>[{label:`Add`,icon:`plus`,items:()=>r.addMenu()},{label:`Ground`,items:()=>hn(t)},...o(`duplicateFigure renameFigure hideFigure freezeFigure removeFigure - dress - pull move axes rotate root star - chainPart chainBranch chainJoint - relax exaggerate`),Cn(t),...o(`mirror mirrorAll resetAll store - hide showAll`)],Lock:()=>{let{part:e}=a.selection.value;return[...e?[{heading:`Lock ${a.label(e)}`},...n.kinds(e),`-`]:o(`lock -`),...o(`toggleLock removeLock - locks`)]},Time:()=>[...o(`play loop record - key keyLimb breakdown - walk walkThrough script`),{label:`Props`,items:()=>o(`takeProp releaseProp throwProp`)},`-`,{label:`Chosen keys`,items:()=>o(`copyKeys cutKeys removeKeys deleteTime - ripple keysEarlier keysLater restEarlier restLater - stretchKeys shapeKeys`)},{label:`Paste`,items:()=>o(`pasteKeys insertKeys pasteMirrored pasteRelative`)},...o(`allKeys frameKeys - path`),{label:`Onion skins`,enabled:a.timeline.moves.value,items:()=>fn(t)},...o(`curves smooth cleanFeet nextProblem previousProblem - timeline`)],Solve:()=>o(`balance collision floor - solve continuous - solver`),View:()=>o(`view1 view2 view3 view4 opposite xray reference follow full foldPanel - frame home nearer farther - timeline theme - figures parts locks solver poses history`),Help:()=>o(`help hint`)}}var Dn=e=>({label:t(e),keys:i(e),run:e.run,enabled:n(e),checked:e.checked?.()});function On(e,t,n){let r=`Timeline`,i=()=>e.active.value!==null;return{walkThrough:{label:`Walk through places …`,keys:`W`,group:r,enabled:i,run:()=>t.start()},script:{label:`Motion script …`,keys:`Shift+S`,group:r,enabled:i,run:()=>n.toggle()}}}var kn=class{editor;list=R([]);constructor(e){this.editor=e}async load(){let e=await fetch(`/api/projects`).catch(()=>null);e?.ok&&(this.list.value=(await e.json()).projects)}newMenu(){return this.editor.state.catalogue.value.figures.filter(({prop:e})=>!e).map(({name:e,summary:t})=>({label:`${e}: ${t}`,run:()=>void this.go({new:e})}))}recentMenu(){let e=this.editor.state.file.value;return this.list.value.map(({path:t,name:n,folder:r,changed:i})=>({label:`${n} · ${new Date(1e3*i).toLocaleDateString()} · ${r}`,enabled:t!==e,checked:t===e,run:()=>void this.go({open:t})}))}async open(e){let[t]=e;t&&(e.length>1||!_e(t)?await ye(this.editor,e):await this.send(`/api/projects?${new URLSearchParams({name:t.name})}`,t,`application/octet-stream`))}go(e){return this.send(`/api/projects`,JSON.stringify(e),`application/json`)}async send(e,t,n){let{notices:r}=this.editor;try{let i=await fetch(e,{method:`POST`,body:t,headers:{"Content-Type":n}});if(i.ok)return;let a=await i.json().catch(()=>({}));r.show(`error`,a.error??`The server answered ${i.status}`,`Nothing has changed.`)}catch{r.show(`error`,`The server could not be reached`,`Check that manikin edit is still running, then try again.`)}}};function An(e){let{state:t}=e,{timeline:n}=t,r=`Props`,i=()=>Math.round(n.playhead.value),a=()=>{let{part:e}=t.selection.value;return e&&!t.figureOf(e)?.isProp?e:null},o=(e,n)=>{let r=t.live.value?.poses.get(e)?.transforms;return r?[r[12*n+3],r[12*n+7],r[12*n+11]]:[0,0,0]},s=()=>[...t.figures.value.values()].filter(e=>e.isProp),c=()=>{let{part:e}=t.selection.value,n=t.figureOf(e);if(n?.isProp)return n;let r=e&&n?o(e.figure,n.jointIndex(e.part)):null,i=e=>r?Math.hypot(...o(e.id,0).map((e,t)=>e-(r[t]??0))):0;return s().reduce((e,t)=>!e||i(t)<i(e)?t:e,null)};return{takeProp:{label:()=>c()&&a()?`Take ${c()?.id} with ${t.label(a())} from here`:`Take a prop from here`,keys:`Shift+G`,group:r,enabled:()=>a()!==null&&c()!==null&&n.moves.value,run:()=>{let[t,n]=[c(),a()];t&&n&&e.edit({kind:`take_prop`,prop:t.id,figure:n.figure,part:n.part,frame:i()})}},releaseProp:{label:()=>`Let go of ${c()?.id??`a prop`} here`,group:r,enabled:()=>{let e=c()?.id,n=i();return t.locks.value.some(t=>t.figure===e&&t.kind===`hold`&&t.spans?.some(e=>e.start<=n&&n<=e.end)===!0)},run:()=>{let t=c();t&&e.edit({kind:`release_prop`,prop:t.id,frame:i()})}},throwProp:{label:()=>`Throw ${c()?.id??`a prop`} from here …`,group:r,enabled:()=>c()!==null&&n.moves.value,run:()=>{let t=c();if(!t)return;let[n=0,,r=0]=o(t.id,0),a=[{label:`lands at x [m]`,value:n},{label:`y [m]`,value:.1},{label:`z [m]`,value:r+2},{label:`after frames`,value:20}];Ue(`Throw ${t.id}`,a,`Throw`,([n=0,r=0,a=0,o=20])=>{e.edit({kind:`throw_prop`,prop:t.id,frame:i(),to:[n,r,a],frames:o})})}}}}function jn(e){let t=(t,n,r)=>({label:n,keys:r,group:`Pose`,checked:()=>e.state.settings.value?.[t]??!1,run:()=>{let n=e.state.settings.value;n&&e.edit(Xe({[t]:!n[t]}))}});return{balance:t(`balance`,`Balance: the weight stays over the feet`,`Shift+B`),collision:t(`collision`,`Collision: no part goes into another`,`Shift+C`),floor:t(`floor`,`Floor: nothing goes below the ground`,`Shift+O`)}}var[Mn,Nn]=[110,.36],Pn={width:44,height:56},Fn=1.5;function In(e,t){let n=[{kind:`ruler`,top:0,height:22},{kind:`loop`,top:22,height:10}],r=32-t;for(let[t,i]of e.timeline.clips.value){let a=(e,i)=>{n.push({kind:e,figure:t,top:r,height:i}),r+=i},o=i.frames.length>0;a(`keys`,o?66:18),o&&a(`bar`,14);let s=e.locks.value.filter(e=>e.figure===t),c=e.timeline.curves.value&&o&&t===e.active.value?.id;c&&a(`curves`,Math.max(Mn,Math.round(Nn*innerHeight)-22-10-66-14-20-11));for(let i of c?[]:Ln(s)){let[a]=i,o=i.length===1?a.name:e.figures.value.get(t)?.joint(a.part)?.label??a.part;n.push({kind:`strip`,label:o,locks:i,top:r,height:18}),r+=18}s.length&&a(`audit`,20)}return n}function Ln(e){let t=[];for(let n of e){let e=n.spans?.length?t.find(e=>e.every(e=>Rn(n,e))):void 0;e?e.push(n):t.push([n])}return t}function Rn(e,t){let[n,r]=[e.spans??[],t.spans??[]];return e.part!==t.part||!n.length||!r.length?!1:n.every(e=>r.every(t=>e.end<t.start||t.end<e.start))}var zn=e=>Math.max(...e.map(({top:e,height:t})=>e+t));function Bn(e,t){return e.find(({top:e,height:n})=>t>=e&&t<e+n)??null}var Vn=({shelf:e,name:t},n,r,i={})=>({kind:`insert_clip`,shelf:e,name:t,frame:r,figure:n,retargets:!0,...i}),Hn=({shelf:e,name:t},n,r)=>({kind:`store_clip`,shelf:e,name:t,figure:n,...r&&{start:r[0],end:r[1]}}),Un=({shelf:e,name:t},n)=>({kind:`rename_clip`,shelf:e,name:t,...n.shelf!==void 0&&{new_shelf:n.shelf},...n.name!==void 0&&{new_name:n.name}}),Wn=({shelf:e,name:t})=>({kind:`delete_clip`,shelf:e,name:t}),Gn={shelf:`moves`,name:`walk`},Kn=2e4,qn=[`l_foot`,`r_foot`,`l_toes`,`r_toes`];function Jn({state:e}){let t=e.active.value;return t!==null&&qn.every(e=>t.joint(e)!==void 0)}async function Yn(e,t,n,r){let{state:i}=e,a=i.active.value;if(!i.timeline.moves.value&&a&&Jn(e)){if(!await e.edit(Vn(Gn,a.id,0,{on_the_spot:!0})))return;i.setView({timeline:!0}),t.fitAll(),await e.until(()=>i.timeline.news.value>0&&i.timeline.frames.get(a.id)?.has(0)===!0,Kn),i.timeline.go(0)}r(),n.toggle()}function Xn(e,t,n,r){let{state:i}=e,{timeline:a}=i,o=`Timeline`,s=()=>a.moves.value,c=()=>a.keys.value.size>0,l=()=>{i.view.value.timeline===!1&&i.setView({timeline:!0})},u=e=>{l(),a.go(e),t.line.scale.reveal(a.playhead.value)},d=(e,t,n)=>({label:e,keys:t,group:o,enabled:s,run:()=>u((n>0?Math.floor:Math.ceil)(a.playhead.value)+n)}),f=e=>{let t=a.playhead.value,n=n=>e>0?n.frames[n.placeFrom(t)+ +!!n.has(t)]:n.frames[n.placeFrom(t)-1],r=[...a.clips.value.values()].flatMap(e=>n(e)??[]);return r.length?e>0?Math.min(...r):Math.max(...r):null},p=(e,t,n)=>({label:e,keys:t,group:o,enabled:s,run:()=>u(f(n)??a.playhead.value)}),m=t=>{let[n,{part:r}]=[i.active.value,i.selection.value];if(!n)return;i.setView({timeline:!0});let o=a.playhead.value;e.receiver.posedAt=o,e.edit(t&&r?ht(r,o):mt(n.id,o))},h=null,g=async()=>{let t=Ae(a.keys.value);h=(await e.link.request(`copy_keys`,{keys:t})).keys,i.status.value=`${ke(a.keys.value)} keys copied`},_=()=>{let e=Object.entries(h??{}),t=i.active.value?.id??``;return Object.fromEntries(e.map(([e,n])=>[i.figures.value.has(e)?e:t,n]))},v=(t,n,r)=>({label:t,...n&&{keys:n},group:o,run:()=>{h?e.edit(xt(_(),a.playhead.value,r)):i.status.value=`Nothing is copied yet`}}),y=()=>{let e=a.playhead.value;return[...a.clips.value].find(([t,n])=>n.first<e&&e<n.last&&(a.clips.value.size===1||t===i.active.value?.id))?.[0]??null};return{timeline:{label:`Timeline`,keys:`K`,group:o,checked:()=>Zn(e),run:()=>i.setView({timeline:!Zn(e)})},toKeys:{label:`Go to the keys by keyboard`,keys:`Shift+K`,group:o,enabled:s,run:()=>{l(),t.focusKey()}},play:{label:()=>a.playing.value?`Stop`:`Play`,keys:`Space`,group:o,enabled:()=>s()||Jn(e),run:()=>void Yn(e,t,n,l)},loop:{label:`Repeat`,keys:`Shift+L`,group:o,checked:()=>i.view.value.looped,run:()=>{let e=je(a.keys.value);e&&e[1]>e[0]?(a.loop.value=[Math.floor(e[0]),Math.ceil(e[1])],i.setView({looped:!0})):i.setView({looped:!i.view.value.looped})}},previousFrame:d(`Previous frame`,`ArrowLeft`,-1),nextFrame:d(`Next frame`,`ArrowRight`,1),previousKey:p(`Previous key`,`Shift+ArrowLeft`,-1),nextKey:p(`Next key`,`Shift+ArrowRight`,1),firstFrame:{label:`First frame`,keys:`Ctrl+Home`,group:o,enabled:s,run:()=>u(a.extent.value[0])},lastFrame:{label:`Last frame`,keys:`Ctrl+End`,group:o,enabled:s,run:()=>u(a.extent.value[1])},key:{label:`Key pose`,keys:`I`,group:o,enabled:()=>i.active.value!==null,run:()=>m(!1)},keyLimb:{label:`Key selected limb`,keys:`Shift+I`,group:o,enabled:()=>i.selection.value.part!==null,run:()=>m(!0)},record:{label:`Record: pulls make keys`,group:o,checked:()=>i.view.value.record,run:()=>i.setView({record:!i.view.value.record})},allKeys:{label:`Choose all keys`,keys:`A`,group:o,enabled:s,run:()=>{a.choose(new Map([...a.clips.value].map(([e,t])=>[e,new Set(t.frames)]))),i.status.value=`${ke(a.keys.value)} keys chosen`}},removeKeys:{label:`Delete keys`,group:o,enabled:c,run:()=>{e.edit(_t(a.keys.value)),a.choose(L)}},deleteTime:{label:`Delete keys and their time`,keys:`Shift+Delete`,group:o,enabled:c,run:()=>{let t=a.keys.value,[n,r]=je(t)??[0,0],i=[...a.clips.value.values()].flatMap(e=>e.frames.filter(e=>e>n));e.edit(bt(t,n,r>n?r:Math.min(...i,n+1))),a.choose(L)}},copyKeys:{label:`Copy keys`,keys:`Ctrl+C`,group:o,enabled:c,run:()=>void g()},cutKeys:{label:`Cut keys`,keys:`Ctrl+X`,group:o,enabled:c,run:()=>{let t=a.keys.value;g().then(()=>e.edit(_t(t)))}},pasteKeys:v(`Paste keys`,`Ctrl+V`,{}),insertKeys:v(`Paste, moving what follows`,`Ctrl+Shift+V`,{mode:`insert`}),pasteMirrored:v(`Paste mirrored`,void 0,{mirrored:!0}),pasteRelative:v(`Paste where the figure is`,void 0,{relative:!0}),breakdown:{label:`Breakdown between two keys`,keys:`B`,group:o,enabled:()=>y()!==null,run:()=>{let e=y(),n=t.canvas.getBoundingClientRect(),i=a.playhead.value;e&&r.openBreakdown(e,i,{x:n.left+132+t.line.scale.x(i),y:n.top})}},walk:{label:`Walk …`,group:o,enabled:()=>i.active.value!==null,run:()=>{let n=i.active.value?.id;Ue(`Walk from here`,[{label:`metres ahead`,value:2},{label:`metres to the left`,value:0}],`Walk`,([r=0,o=0])=>{if(n===void 0)return;i.setView({timeline:!0});let s={kind:`walk`,figure:n,frame:Math.round(a.playhead.value),ahead:r,aside:o};e.edit(s).then(e=>e&&t.fitAll())})}}}}var Zn=({state:e})=>e.view.value.timeline??e.timeline.moves.value,Qn=[`.png`,`.jpg`,`.jpeg`,`.webp`],$n=12;function er(e,t,n){let r=`Views`,{stage:i}=t,o=(t,n)=>({label:`${t.charAt(0).toUpperCase()}${t.slice(1)} view`,keys:n,group:r,checked:()=>e.large.value===t,run:()=>e.setView({large:t})}),s=(t,n,a,o)=>({label:t,keys:n,group:r,run:()=>{let t=i.cameras[e.large.value],n=i.rects[e.large.value];t.orbits?t.orbit($n*a,$n*o):n&&t.pan(n,-36*a,-36*o),u()}}),c=(t,n,a,o)=>({label:t,keys:n,group:r,run:()=>{let t=i.rects[e.large.value];t&&i.cameras[e.large.value].pan(t,-36*a,-36*o),u()}}),l=(t,n,a)=>({label:t,keys:n,group:r,run:()=>{let t=i.rects[e.large.value];t&&i.cameras[e.large.value].zoom(t,t.width/2,t.height/2,a),u()}}),u=()=>{t.keepCameras(),i.request()};return{view1:o(`perspective`,`1`),view2:o(`front`,`2`),view3:o(`side`,`3`),view4:o(`top`,`4`),opposite:{label:`Look from the opposite side`,keys:`5`,group:r,run:()=>t.flip(e.large.value)},xray:{label:`X-ray: see and grab what is behind`,keys:`X`,group:r,checked:()=>e.xray.value,run:()=>{e.xray.value=!e.xray.value}},reference:{label:`Picture behind the large view …`,group:r,checked:()=>t.references.has(e.large.value),run:()=>{let[{references:n},r]=[t,e.large.value];n.has(r)?n.set(r):Se(async([t])=>{let i=t&&await createImageBitmap(t).catch(()=>null);i?n.set(r,URL.createObjectURL(t),i.width/i.height):e.status.value=`This is no picture that can be shown`},Qn)}},follow:{label:`Small views follow the figure`,group:r,checked:()=>e.view.value.follow,run:()=>e.setView({follow:!e.view.value.follow})},foldPanel:{label:`Fold panel away`,keys:`Shift+P`,group:r,checked:()=>e.view.value.folded,run:()=>e.setView({folded:!e.view.value.folded})},full:{label:`Maximize view`,keys:`Shift+Space F11`,group:r,checked:()=>e.full.value,run:()=>e.setView({full:!e.full.value})},frame:{label:`Frame selected part, or over the timeline the chosen keys`,keys:`F`,group:r,enabled:()=>n.over()||e.selection.value.part!==null,run:()=>n.over()?n.fit():t.fitView(a,e.selection.value.part)},home:{label:`Frame all`,keys:`Home`,group:r,run:()=>t.fitView(a,null)},left:s(`Orbit left`,`Ctrl+ArrowLeft`,1,0),right:s(`Orbit right`,`Ctrl+ArrowRight`,-1,0),up:s(`Orbit up`,`Ctrl+ArrowUp`,0,1),down:s(`Orbit down`,`Ctrl+ArrowDown`,0,-1),panLeft:c(`Pan left`,`Ctrl+Shift+ArrowLeft`,-1,0),panRight:c(`Pan right`,`Ctrl+Shift+ArrowRight`,1,0),panUp:c(`Pan up`,`Ctrl+Shift+ArrowUp`,0,-1),panDown:c(`Pan down`,`Ctrl+Shift+ArrowDown`,0,1),nearer:l(`Zoom in`,`+ =`,1.2),farther:l(`Zoom out`,`-`,1/1.2)}}function tr(e,t){let n=`Window`,r=(t,r,i)=>({label:r,keys:i,group:n,checked:()=>e.panel.value===t,run:()=>e.setView({panel:t})});return{theme:{label:()=>e.theme.value===`dark`?`Light theme`:`Dark theme`,keys:`Shift+T`,group:n,run:()=>e.setView({theme:e.theme.value===`dark`?`light`:`dark`})},figures:r(`figures`,`Figures`,`Alt+1`),parts:r(`parts`,`Parts`,`Alt+2`),locks:r(`locks`,`Locks`,`Alt+3`),solver:r(`solver`,`Solver`,`Alt+4`),poses:r(`poses`,`Poses`,`Alt+5`),history:r(`history`,`History`,`Alt+6`),help:{label:`Keys and gestures`,keys:`? F1`,group:n,run:t},hint:{label:`First steps`,group:n,run:()=>e.setView({hinted:!1})}}}var nr=(e,t=0,n=1)=>[e[t]??0,e[t+n]??0,e[t+2*n]??0],rr=(e,t)=>[e[0]+t[0],e[1]+t[1],e[2]+t[2]],ir=(e,t)=>[e[0]-t[0],e[1]-t[1],e[2]-t[2]],ar=(e,t)=>[e[0]*t,e[1]*t,e[2]*t],or=(e,t,n)=>[e[0]+t[0]*n,e[1]+t[1]*n,e[2]+t[2]*n],sr=(e,t)=>e[0]*t[0]+e[1]*t[1]+e[2]*t[2],cr=(e,t)=>[e[1]*t[2]-e[2]*t[1],e[2]*t[0]-e[0]*t[2],e[0]*t[1]-e[1]*t[0]],lr=e=>Math.hypot(e[0],e[1],e[2]),ur=(e,t)=>lr(ir(e,t)),dr=e=>ar(e,1/(lr(e)||1)),fr=[{mode:`part`,label:`FK`,what:`The part alone turns about its joint (Shift + drag)`,action:`chainPart`},{mode:`branch`,label:`Limb`,what:`The limb follows the part: an arm, a leg, the neck`,action:`chainBranch`},{mode:`joint`,label:`Full body`,what:`All joints up to the root follow (Ctrl + drag)`,action:`chainJoint`}];function pr(e,t,n){let r=e===`joint`&&t!==null&&t!==n?.root?.name?n?.joint(t):void 0;return r?`Up to ${r.label}`:fr.find(t=>t.mode===e)?.label??e}var mr=({figure:e,mark:t,serving:n})=>[...new Set([e,...t.on?[t.on.figure]:[],...Object.keys(n)])],hr={undo:null,redo:null,entries:[],place:0,older:0},gr={version:``,solvers:[],figures:[],lockKinds:[]},_r=(e,t)=>e.enabled?t?.state??`held`:`off`,vr={part:`pulling`,rotate:`rotating`,root:`moving`,lock:`moving the lock on`,slider:`sliding`,pole:`swinging`,pose:`blending`,foot:`rolling`,hand:`closing`},yr=5e-4;function br(e,t){let n=t=>()=>e.setView({panel:t}),r=y(`button`,{type:`button`,title:`What follows a pull`,onclick:()=>{let e=r.getBoundingClientRect();j(fr.map(({action:e})=>Dn(t.get(e))),{x:e.left,y:e.top-96})}}),i=y(`button`,{type:`button`,title:`Solver and its options`,onclick:n(`solver`)}),a=y(`button`,{type:`button`,title:`Locks`,onclick:n(`locks`)}),o=y(`span`,{class:`balance`}),s=y(`span`,{class:`last`,"aria-live":`polite`});B(()=>{let t=e.settings.value;if(!t)return;let{drag_mode:n,drag_base:a}=t;r.textContent=`pull: ${pr(n,a,e.active.value)}`,i.textContent=`${t.solver} · ${t.iterations_per_refresh} iterations`}),B(()=>{let[t,n]=[e.locks.value,e.readings.value],r=t.map(e=>_r(e,n.get(e.id))),i=r.filter(e=>e!==`off`).length,o=r.filter(e=>e===`held`).length;a.textContent=t.length?`locks ${o}/${i} held`:`no locks`,a.classList.toggle(`bad`,t.some(({hard:e},t)=>e&&r[t]===`violated`))}),B(()=>{let t=e.live.value?.poses.get(e.active.value?.id??``)?.balance??null,n=t!==null&&t<0;o.textContent=n?`weight ${rn(-t,`m`)} beside the feet`:t===null?``:`balance ok`,o.classList.toggle(`bad`,n&&(e.settings.value?.balance??!1))}),B(()=>{s.textContent=xr(e)});let c=y(`span`,{class:`unseen`,role:`status`});return B(()=>{let{part:t,lock:n}=e.selection.value,r=e.lock(n);c.textContent=r?`${e.lockLabel(r)}, selected`:t?`${e.label(t)}, selected`:``}),y(`footer`,{class:`state-line`,"aria-label":`Status`},r,i,a,o,y(`div`,{class:`spacer`}),s,c)}function xr(e){let[t,n,r]=[e.solving.value,e.drag.value,e.live.value];if(t)return`solving: ${t.iterations} iterations, error ${t.error.toPrecision(2)}`;if(!n||!r?.dragging)return e.status.value;let{what:i}=n.grip,a=e.selection.value.part,o=i===`slider`?Sr(e,n.grip):i===`root`?e.several.value?a?.figure:`the figure`:a&&e.label(a),s=ur(r.goal,r.effector),c=i!==`slider`&&i!==`rotate`&&s>yr?` · ${rn(s,`m`)} from the cursor`:``;return`${vr[i]} ${o??``}${c}`}function Sr(e,{figure:t,parameter:n}){let r=t?e.figures.value.get(t):e.active.value,i=r?.data.parameters[r.parameterIndex(n??``)];return r&&i?r.nameOf(i):n??``}var Cr={saved:`saved`,saving:`saving …`,slow:`working … Escape stops it`,connecting:`connecting …`,lost:`not connected: trying again`};function wr(e,t,n){let r=y(`button`,{type:`button`,class:`project-name`,title:`Rename project`,onclick:()=>n.run(`rename`)}),i=y(`span`,{class:`saved`,role:`status`}),a=b(`sun`,`Light or dark (Shift+T)`,()=>n.run(`theme`)),o=z(()=>e.document.value?.name??null);B(()=>{let[t,n]=[e.file.value,o.value??``],i=t.split(/[\\/]/).at(-1)??``,a=i.replace(/(-\d+)?\.manikin$/,``)!==n;r.textContent=a&&n?`${n} · ${i}`:i,r.title=`${t}: rename project`,document.title=t===``?`manikin`:`${r.textContent} · manikin`});let s=z(()=>{let t=e.connection.value;return t===`open`?e.slow.value?`slow`:e.unsaved.value?`saving`:`saved`:t});return B(()=>{i.dataset.state=s.value,x(i,s.value===`saved`&&_(`check`),Cr[s.value])}),B(()=>x(a,_(e.theme.value===`dark`?`sun`:`moon`))),y(`header`,{class:`title-bar`},y(`span`,{class:`brand`},y(`img`,{src:`/assets/icon.svg`,alt:``,width:`20`,height:`20`}),`manikin`),t,y(`div`,{class:`spacer`}),r,i,a,b(`help`,`Keys and gestures (?)`,()=>n.run(`help`)))}var[Tr,Er]=[.1,3];function Dr(e,t){let n=y(`button`,{type:`button`,class:`tool`,title:`Pull parts (Escape)`,"data-tool":`pull`,onclick:()=>{e.tool.value=`pull`}},_(`pull`),y(`span`,{},`Pull`));B(()=>n.setAttribute(`aria-pressed`,String(e.tool.value===`pull`)));let r=(e,n,r=``)=>Or(t,e,n,r),i=r(`solve`,`solve`,`Solve`);return B(()=>void i.classList.toggle(`busy`,e.solving.value!==null)),y(`div`,{class:`tool-bar`,role:`toolbar`,"aria-label":`Tools`},y(`div`,{class:`tools`},n,r(`move`,`root`,`Move`),r(`rotate`,`rotate`,`Rotate`),r(`root`,`pose`,`Carry`),r(`star`,`star`,`Star`)),Ar(e,t),jr(e),y(`div`,{class:`divider`}),y(`div`,{class:`segmented`,role:`group`,"aria-label":`What follows a pull`},...fr.map(n=>kr(e,t,n))),y(`div`,{class:`divider`}),y(`div`,{class:`tools switches`,role:`group`,"aria-label":`What a figure minds`},r(`balance`,`balance`,`Balance`),r(`collision`,`collision`,`Collision`),r(`floor`,`floor`,`Floor`)),y(`div`,{class:`spacer`}),r(`undo`,`undo`),r(`redo`,`redo`),y(`div`,{class:`divider`}),r(`timeline`,`time`),r(`mirrorAll`,`mirror`),i)}function Or(e,r,a,o){let s=e.get(r),c=y(`button`,{type:`button`,class:`tool`,"data-action":r,onclick:()=>s.run()},_(a),o&&y(`span`,{},o));return B(()=>{let e=t(s);c.disabled=!n(s),c.title=`${e} (${T(i(s))})`,c.setAttribute(`aria-label`,e),s.checked&&c.setAttribute(`aria-pressed`,String(s.checked()))}),c}function kr(e,t,{mode:n,what:r,action:i}){let a=y(`button`,{type:`button`,"data-chain":n,title:r,onclick:()=>t.run(i)});return B(()=>{a.textContent=pr(n,e.settings.value?.drag_base??null,e.active.value),a.setAttribute(`aria-pressed`,String(e.settings.value?.drag_mode===n))}),a}function Ar(e,t){let n=y(`button`,{type:`button`,class:`tool`,"data-action":`axes`,onclick:()=>t.run(`axes`)});return n.title=`Axes of the world, or the part's own (Shift+V)`,B(()=>{n.hidden=e.tool.value!==`move`,n.textContent=e.view.value.axes===`local`?`own axes`:`world axes`}),n}function jr(e){let t=t=>e.setView({speed:Math.min(Math.max(t,Tr),Er)}),n=ze.make({label:`speed`,title:`How fast the part follows the star`,lo:Tr,hi:Er,rest:1,unit:``,set:t,move:t}),r=y(`div`,{class:`speed`,hidden:!0},n);return B(()=>{r.hidden=e.tool.value!==`star`,n.show(e.view.value.speed)}),r}var Mr=(e,t)=>y(`div`,{class:`row`},y(`span`,{class:`row-label`},e),t),Nr=e=>y(`h3`,{class:`form-heading`},e);function Pr(e,t,n,r={}){let i=e.map((e,r)=>y(`button`,{type:`button`,onclick:()=>r!==t.value&&n(r)},e));return B(()=>{i.forEach((e,n)=>void e.setAttribute(`aria-pressed`,String(n===t.value)))}),y(`div`,{class:`segmented`,role:`group`,...r},...i)}function Fr(e,t,n,r){let i=y(`input`,{type:`checkbox`,class:`switch`,role:`switch`,"aria-label":e,"aria-description":r,onchange:()=>n(i.checked)});return B(()=>{i.checked=t.value}),i}function Ir(e,t,n,r={}){let i=y(`select`,{class:`field`,"aria-label":e,onchange:()=>n(i.selectedIndex),...r}),a=``;return B(()=>{let e=t.value.map(e=>e.label);(e.join(`
`)!==a||!i.options.length)&&i.replaceChildren(...e.map(e=>y(`option`,{},e))),a=e.join(`
`),i.selectedIndex=t.value.findIndex(e=>e.chosen)}),i}var Lr=[.25,.5,.75,1,1.5,2];function Rr(e,t,n){let r=y(`section`,{class:`timeline`,"aria-label":`Timeline`},zr(e,n),t.element);return B(()=>{r.hidden=!Zn(e)}),new ResizeObserver(()=>document.documentElement.style.setProperty(`--timeline`,`${r.offsetHeight}px`)).observe(r),r}function zr(e,t){let{state:n}=e,{timeline:r}=n,i=(e,n,r=``)=>Br(t,e,n,r),a=i(`play`,`play`,`play`);B(()=>a.replaceChildren(_(r.playing.value?`pause`:`play`)));let o=i(`record`,`record`,`record`),s=y(`span`,{class:`dim timeline-summary`});return B(()=>{let e=ke(r.keys.value),t=[...r.clips.value.values()].reduce((e,t)=>e+t.frames.length,0),i=r.dropped.value,a=e?`${e} of ${t} keys chosen`:t?`${t} ${t===1?`key`:`keys`}`:``;if(s.textContent=r.playing.value&&i?`${a} · ${i} frames left out`:a,r.playing.value||n.dragging.value)return;r.news.value;let o=sn(n);o&&(s.textContent=a?`${o} · ${a}`:o),s.title=s.textContent}),y(`div`,{class:`transport`,role:`toolbar`,"aria-label":`Playing and keys`},i(`firstFrame`,`first`),i(`previousKey`,`previousKey`),a,i(`nextKey`,`nextKey`),i(`lastFrame`,`last`),i(`loop`,`loop`),y(`div`,{class:`divider`}),Ur(e),Wr(e),Gr(e),y(`div`,{class:`divider`}),o,i(`key`,`key`),i(`ripple`,`ripple`),y(`div`,{class:`divider`}),i(`path`,`path`),Vr(e,t),i(`curves`,`curves`),Hr(e,t),Kr(e),y(`div`,{class:`spacer`}),s,i(`timeline`,`fold`))}function Br(e,r,a,o){let s=e.get(r),c=y(`button`,{type:`button`,class:`icon-button ${o}`,"data-action":r,onclick:()=>s.run()});return c.append(_(a)),B(()=>{let[e,r]=[t(s),i(s)];c.disabled=!n(s),c.title=r?`${e} (${T(r)})`:e,c.setAttribute(`aria-label`,e),s.checked&&c.setAttribute(`aria-pressed`,String(s.checked()))}),c}function Vr(e,t){let{onion:n}=e.state.timeline,r=Br(t,`onion`,`onion`,``);return r.addEventListener(`wheel`,t=>{t.preventDefault(),dn(e,n.value-Math.sign(t.deltaY))},{passive:!1}),r.addEventListener(`contextmenu`,t=>{t.preventDefault(),j(fn(e),{x:t.clientX,y:t.clientY},{title:`Onion skins`})}),r}function Hr(e,t){let{smoothing:n}=e.state.timeline,r=Br(t,`smooth`,`smooth`,`smooth`),i=y(`span`,{role:`status`});return r.append(i),B(()=>{let e=n.value;i.textContent=e===null?`Smooth`:`${Math.round(100*e)} % ✕`,r.classList.toggle(`busy`,e!==null),r.style.setProperty(`--done`,`${Math.round(100*(e??0))}%`)}),r}function Ur({state:e}){let{timeline:t}=e,n=y(`input`,{type:`text`,class:`field frame-field`,inputmode:`decimal`,"aria-label":`Frame`}),r=()=>{let e=t.playhead.value;document.activeElement!==n&&(n.value=Number.isInteger(e)?String(e):e.toFixed(2))};n.addEventListener(`change`,()=>{let e=Ve(n.value);e!==null&&t.go(e)}),n.addEventListener(`blur`,r),B(r);let i=y(`span`,{class:`dim number seconds`});return B(()=>{let{rate:e}=t.data.value;i.textContent=`${(t.playhead.value/e).toFixed(2)} s`}),y(`span`,{class:`transport-field`},n,i)}function Wr(e){let{timeline:t}=e.state,n=y(`input`,{type:`text`,class:`field rate-field`,inputmode:`decimal`,"aria-label":`Frames per second`,title:`Frames per second`}),r=()=>{document.activeElement!==n&&(n.value=String(t.data.value.rate))};return n.addEventListener(`change`,()=>{let r=Ve(n.value);r!==null&&r!==t.data.value.rate&&e.edit(St({rate:r}))}),n.addEventListener(`blur`,r),B(r),y(`label`,{class:`transport-field`},n,y(`span`,{class:`dim`},`fps`))}function Gr({state:e}){return Ir(`Speed of playing`,z(()=>[...Lr.map(t=>({label:`${100*t} %`,chosen:!e.view.value.everyFrame&&e.view.value.pace===t})),{label:`every frame`,chosen:e.view.value.everyFrame}]),t=>{let n=Lr[t];e.setView(n===void 0?{everyFrame:!0}:{pace:n,everyFrame:!1})},{class:`field pace-field`,title:`Speed of playing`})}function Kr(e){let{timeline:t}=e.state,n=y(`span`),r=y(`span`,{class:`chip`,role:`status`,hidden:!0},n,y(`button`,{type:`button`,class:`button small`,onclick:()=>void i()},`Key it`),y(`button`,{type:`button`,class:`button small`,onclick:()=>void e.edit(gt())},`Drop it`)),i=async()=>{let n=t.data.value.unkeyed,r=e.state.active.value;n!==null&&r&&await e.edit(mt(r.id,n))};return B(()=>{let e=t.data.value.unkeyed;r.hidden=e===null,n.textContent=`Pose at ${e} is not keyed`}),r}var qr=[[`.mp4`,`MP4 (H.264)`],[`.webm`,`WebM (VP9)`],[`.gif`,`GIF`],[`.png`,`Animated PNG`],[`.zip`,`Pictures, one by one (zip)`]],Jr=(e,t)=>fetch(e,{method:`POST`,body:t??``,headers:{"Content-Type":`application/octet-stream`}});async function Yr({state:e},t,n,r,i){let{timeline:a}=e,[o,s]=a.range.value,c=s-o+1,[l,u]=n.size,{rate:d}=a.data.value,f={suffix:n.suffix,width:String(l),height:String(u),rate:String(d)},{key:p}=await Xr(Jr(`/api/film?${new URLSearchParams(f)}`));try{let l={first:o,last:s,pose:(e,t)=>a.frames.get(e)?.pose(t)??null},u=t.filmer(n.view,n.size,n.everything?l:null);for(let e=o;e<=s;e++){if(i.aborted)throw Error(`cancelled`);let t=u(t=>l.pose(t,e)?.transforms??null);await Xr(Jr(`/api/film/${p}/${e-o}`,new Uint8Array(t))),r(e-o+1,c)}let d=await Jr(`/api/film/${p}/end`);d.ok||await Xr(Promise.resolve(d)),P(await d.blob(),`${e.document.value?.name??`film`}-${n.view}${n.suffix}`)}catch(e){throw await Jr(`/api/film/${p}/cancel`).catch(()=>null),e}finally{e.live.value&&t.setLive(e.live.value)}}async function Xr(e){let t=await e,n=await t.json();if(!t.ok)throw Error(n.error??`the server answered ${t.status}`);return n}var Zr=[[640,360],[1280,720],[1920,1080],[1080,1080]],Qr=class{editor;stage;element;kind=R(0);view=R(0);size=R(1);everything=R(!0);bar=y(`progress`,{max:1,value:0,"aria-label":`How far the film is`});said=y(`span`,{class:`dim number`});make=y(`button`,{type:`button`,class:`button primary`,onclick:()=>void this.run()},`Make film`);stop=y(`button`,{type:`button`,class:`button`,onclick:()=>this.close()},`Cancel`);running=null;constructor(e,t){this.editor=e,this.stage=t;let n=(e,t,n)=>Mr(e,Ir(e,{value:t.map((e,t)=>({label:e,chosen:t===n.value}))},e=>{n.value=e})),r=Fr(`Whole way in sight`,this.everything,e=>{this.everything.value=e});this.element=y(`aside`,{class:`film-card`,hidden:!0,"aria-label":`Film`},y(`h2`,{},`Film of the timeline`),n(`Kind`,qr.map(([,e])=>e),this.kind),n(`View`,a,this.view),n(`Size`,Zr.map(([e,t])=>`${e} × ${t}`),this.size),Mr(`Whole way in sight`,r),y(`div`,{class:`film-bar`},this.bar,this.said),y(`div`,{class:`prompt-buttons`},this.stop,this.make)),this.element.addEventListener(`keydown`,e=>{e.key===`Escape`&&(e.stopPropagation(),this.close())})}open(){this.element.hidden=!1,this.show(0,0),this.make.focus()}close(){this.running?this.running.abort():this.element.hidden=!0}show(e,t){this.bar.value=t?e/t:0,this.said.textContent=t?`${e} of ${t} frames`:``}async run(){let{state:e,notices:t}=this.editor;e.timeline.playing.value=!1,this.running=new AbortController,this.make.disabled=!0;let n={suffix:qr[this.kind.value]?.[0]??`.png`,view:a[this.view.value]??`perspective`,size:Zr[this.size.value]??[1280,720],everything:this.everything.value};try{await Yr(this.editor,this.stage,n,(e,t)=>this.show(e,t),this.running.signal),e.status.value=`Film of ${e.timeline.range.value.join(` … `)} made`,this.element.hidden=!0}catch(n){this.running.signal.aborted?e.status.value=`Film cancelled`:t.show(`error`,n instanceof Error?n.message:String(n),``)}finally{this.running=null,this.make.disabled=!1,this.show(0,0)}}},$r=3;function ei(e){let{state:t}=e,n=y(`li`),r=y(`li`,{},`Press `,y(`kbd`,{},`Space`),`: it walks. `,y(`kbd`,{},`K`),` folds the timeline away.`),i=()=>t.setView({hinted:!0}),a=y(`aside`,{class:`hint`,hidden:!0,"aria-label":`First steps`},y(`ol`,{},n,r,y(`li`,{},`Press `,y(`kbd`,{},`?`),` for more.`)),b(`close`,`Got it`,i));B(()=>{a.hidden=t.view.value.hinted||!t.figures.value.size});let o=z(()=>Jn(e)),s=z(()=>t.locks.value.length>0);B(()=>{r.hidden=!o.value,n.textContent=ti(t.active.value,s.value)});let c=0;return B(()=>{let{place:e}=t.history.value;e>c&&e>=$r&&i(),c=Math.max(c,e)}),a}function ti(e,t){let n=e?.data.joints.some(({name:e})=>/hand$/.test(e))??!1,r=n?`Pull a hand, or the ${e?.root?.label??`body`}`:`Pull any part`;return t?n?`${r}: the feet hold.`:`${r}: what is locked holds.`:`${r}.`}var ni=[[`Pull a part`,`drag it`],[`Pull the part only`,`Shift + drag`],[`Pull up to the chain root`,`Ctrl + drag`],[`Move or aim a lock`,`drag its mark`],[`Rotate a part or a lock`,`R, then drag a ring`],[`Menu of a part`,`right-click, long press`],[`Orbit`,`drag the ground; middle or Alt + drag`],[`Pan`,`right drag; Shift + middle; two fingers`],[`Zoom to the cursor`,`wheel, pinch`],[`Slider: fine`,`Alt + drag`],[`Slider: rest value`,`double-click, Delete`],[`Slider: type a value`,`Enter`],[`Move by keys`,`Enter, arrows, Enter`],[`Orbit by keys`,`Ctrl + arrows`],[`Pan by keys`,`Ctrl + Shift + arrows`]],ri=[[`Go through time`,`drag the ruler`],[`Between frames`,`Alt + drag`],[`Set what is repeated`,`drag under the ruler`],[`Choose keys`,`click, Shift, Ctrl, box`],[`Move keys`,`drag; Alt: freely`],[`Copy; move all after`,`Ctrl, Shift + drag`],[`Go to a key`,`double-click`],[`Zoom, pan`,`wheel, middle drag, Alt + ↑ ↓`]],ii=class{actions;version;element=y(`dialog`,{class:`help`,"aria-label":`Help`});constructor(e,t){this.actions=e,this.version=t,this.element.addEventListener(`click`,e=>e.target===this.element&&this.element.close())}toggle(){this.element.open?this.element.close():(this.build(),this.element.showModal())}build(){let e=new Map([[`By mouse and touch`,ni],[`On the timeline`,ri]]);for(let[,n]of this.actions.all())n.keys&&!n.keys.includes(`Arrow`)&&(e.has(n.group)||e.set(n.group,[]),e.get(n.group)?.push([t(n),T(n.keys)]));this.element.replaceChildren(y(`header`,{class:`help-head`},y(`h2`,{},`Help`),y(`span`,{class:`dim`},`manikin ${this.version()}`),b(`close`,`Close (Escape)`,()=>this.element.close())),y(`div`,{class:`help-columns`},...[...e].map(([e,t])=>y(`section`,{},y(`h3`,{},e),y(`dl`,{},...t.map(([e,t])=>y(`div`,{},y(`dt`,{},e),y(`dd`,{},...ai(t)))))))))}};function ai(e){return!/^[A-Z?+\-0-9[/]/.test(e)||/ (\+|drag|then) |,/.test(e)?[e]:e.split(` or `).flatMap((e,t)=>[t?` or `:``,y(`kbd`,{},e)])}var oi=3,si=[`front`,`side`,`top`];async function ci(e,t,n,r){let[i,a]=n,o=document.createElement(`canvas`);[o.width,o.height]=[i,a];let s=o.getContext(`2d`);if(!s)throw Error(`The browser cannot draw a picture of this size`);let c=(t,n,i,a,o)=>{let c=e.filmer(t,[a,o],null,r)(()=>null);s.putImageData(new ImageData(new Uint8ClampedArray(c),a,o),n,i)};if(t===`four`){let e=Math.max(Math.min(Math.floor((a-6)/3),Math.floor(i/2)),1);c(`perspective`,0,0,Math.max(i-e-oi,1),a),si.forEach((t,n)=>{c(t,i-e,n*(e+oi),e,e)})}else c(t,0,0,i,a);return await new Promise((e,t)=>{o.toBlob(n=>n?e(n):t(Error(`The picture is too large for this browser`)),`image/png`)})}var li=[[1280,720],[1920,1080],[3840,2160],[1080,1080],[2160,2160]],ui=class{editor;stage;element;view=R(0);size=R(0);clear=R(!1);opened=R(0);save;constructor(e,t){this.editor=e,this.stage=t;let{state:n}=e,r=z(()=>[`large view (${n.large.value})`,...a,`all four`].map((e,t)=>({label:e,chosen:t===this.view.value}))),i=z(()=>{this.opened.value;let[e,t]=this.shown();return[`as shown, ${e} × ${t}`,`twice as large, ${2*e} × ${2*t}`,...li.map(([e,t])=>`${e} × ${t}`)].map((e,t)=>({label:e,chosen:t===this.size.value}))}),o=e=>t=>{e.value=t},s=Fr(`Transparent`,this.clear,e=>{this.clear.value=e});this.save=y(`button`,{type:`button`,class:`button primary`,onclick:()=>void this.run()},`Save picture`);let c=Ir(`Size of the picture`,i,o(this.size));this.element=y(`aside`,{class:`film-card`,hidden:!0,"aria-label":`Picture`},y(`h2`,{},`Picture`),Mr(`View`,Ir(`View of the picture`,r,o(this.view))),Mr(`Size`,c),Mr(`Transparent`,s),y(`div`,{class:`prompt-buttons`},y(`button`,{type:`button`,class:`button`,onclick:()=>this.close()},`Cancel`),this.save)),this.element.addEventListener(`keydown`,e=>{e.key===`Escape`&&(e.stopPropagation(),this.close())})}open(){this.element.hidden=!1,this.opened.value++,this.save.focus()}close(){this.element.hidden=!0}get chosen(){let e=this.view.value;return e===0?this.editor.state.large.value:a[e-1]??`four`}shown(){let e=this.chosen,t=e===`four`?void 0:this.stage.rects[e],{clientWidth:n,clientHeight:r}=this.stage.canvas,[i,a]=t?[t.width,t.height]:[n,r];return[Math.max(Math.round(i),64),Math.max(Math.round(a),64)]}async run(){let{state:e,notices:t}=this.editor,[n,r]=this.shown(),i=this.size.value,a=li[i-2]??[(i+1)*n,(i+1)*r],o=this.chosen;this.save.disabled=!0;try{let t=await ci(this.stage,o,a,this.clear.value);e.live.value&&this.stage.setLive(e.live.value),P(t,`${e.document.value?.name??`picture`}-${o}.png`),e.status.value=`Saved a picture of ${a[0]} × ${a[1]} pixels`,this.close()}catch(e){t.show(`error`,e instanceof Error?e.message:String(e),``)}finally{this.save.disabled=!1}}},di=1e3,fi=1001,pi=1002,mi=1003,hi=1004,gi=1005,_i=1006,vi=1007,yi=1008,bi=1009,xi=1010,Si=1011,Ci=1012,wi=1013,Ti=1014,Ei=1015,Di=1016,Oi=1017,ki=1018,Ai=1020,ji=35902,Mi=35899,Ni=1021,Pi=1022,Fi=1023,Ii=1026,Li=1027,Ri=1028,zi=1029,Bi=1030,Vi=1031,Hi=1033,Ui=33776,Wi=33777,Gi=33778,Ki=33779,qi=35840,Ji=35841,Yi=35842,Xi=35843,Zi=36196,Qi=37492,$i=37496,ea=37488,ta=37489,na=37490,ra=37491,ia=37808,aa=37809,oa=37810,sa=37811,ca=37812,la=37813,ua=37814,da=37815,fa=37816,pa=37817,ma=37818,ha=37819,ga=37820,_a=37821,va=36492,ya=36494,ba=36495,xa=36283,Sa=36284,Ca=36285,wa=36286,Ta=2300,Ea=2301,Da=2302,Oa=2303,ka=2400,Aa=2401,ja=2402,Ma=3200,Na=`srgb`,Pa=`srgb-linear`,Fa=`linear`,Ia=`srgb`,La=7680,Ra=35044,za=35048,Ba=`300 es`,Va=2e3;function Ha(e){for(let t=e.length-1;t>=0;--t)if(e[t]>=65535)return!0;return!1}function Ua(e){return ArrayBuffer.isView(e)&&!(e instanceof DataView)}function Wa(e){return document.createElementNS(`http://www.w3.org/1999/xhtml`,e)}function Ga(){let e=Wa(`canvas`);return e.style.display=`block`,e}var Ka={};function qa(...e){let t=`THREE.`+e.shift();console.log(t,...e)}function Ja(e){let t=e[0];if(typeof t==`string`&&t.startsWith(`TSL:`)){let t=e[1];t&&t.isStackTrace?e[0]+=` `+t.getLocation():e[1]=`Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.`}return e}function V(...e){e=Ja(e);let t=`THREE.`+e.shift();{let n=e[0];n&&n.isStackTrace?console.warn(n.getError(t)):console.warn(t,...e)}}function H(...e){e=Ja(e);let t=`THREE.`+e.shift();{let n=e[0];n&&n.isStackTrace?console.error(n.getError(t)):console.error(t,...e)}}function Ya(...e){let t=e.join(` `);t in Ka||(Ka[t]=!0,V(...e))}function Xa(e,t,n){return new Promise(function(r,i){function a(){switch(e.clientWaitSync(t,e.SYNC_FLUSH_COMMANDS_BIT,0)){case e.WAIT_FAILED:i();break;case e.TIMEOUT_EXPIRED:setTimeout(a,n);break;default:r()}}setTimeout(a,n)})}var Za={0:0,2:6,4:4,3:5,1:1,6:2,7:7,5:3},Qa=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[e]===void 0&&(n[e]=[]),n[e].indexOf(t)===-1&&n[e].push(t)}hasEventListener(e,t){let n=this._listeners;return n!==void 0&&n[e]!==void 0&&n[e].indexOf(t)!==-1}removeEventListener(e,t){let n=this._listeners;if(n===void 0)return;let r=n[e];if(r!==void 0){let e=r.indexOf(t);e!==-1&&r.splice(e,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let n=t[e.type];if(n!==void 0){e.target=this;let t=n.slice(0);for(let n=0,r=t.length;n<r;n++)t[n].call(this,e);e.target=null}}},$a=`00.01.02.03.04.05.06.07.08.09.0a.0b.0c.0d.0e.0f.10.11.12.13.14.15.16.17.18.19.1a.1b.1c.1d.1e.1f.20.21.22.23.24.25.26.27.28.29.2a.2b.2c.2d.2e.2f.30.31.32.33.34.35.36.37.38.39.3a.3b.3c.3d.3e.3f.40.41.42.43.44.45.46.47.48.49.4a.4b.4c.4d.4e.4f.50.51.52.53.54.55.56.57.58.59.5a.5b.5c.5d.5e.5f.60.61.62.63.64.65.66.67.68.69.6a.6b.6c.6d.6e.6f.70.71.72.73.74.75.76.77.78.79.7a.7b.7c.7d.7e.7f.80.81.82.83.84.85.86.87.88.89.8a.8b.8c.8d.8e.8f.90.91.92.93.94.95.96.97.98.99.9a.9b.9c.9d.9e.9f.a0.a1.a2.a3.a4.a5.a6.a7.a8.a9.aa.ab.ac.ad.ae.af.b0.b1.b2.b3.b4.b5.b6.b7.b8.b9.ba.bb.bc.bd.be.bf.c0.c1.c2.c3.c4.c5.c6.c7.c8.c9.ca.cb.cc.cd.ce.cf.d0.d1.d2.d3.d4.d5.d6.d7.d8.d9.da.db.dc.dd.de.df.e0.e1.e2.e3.e4.e5.e6.e7.e8.e9.ea.eb.ec.ed.ee.ef.f0.f1.f2.f3.f4.f5.f6.f7.f8.f9.fa.fb.fc.fd.fe.ff`.split(`.`),eo=1234567,to=Math.PI/180,no=180/Math.PI;function ro(){let e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,n=Math.random()*4294967295|0,r=Math.random()*4294967295|0;return($a[e&255]+$a[e>>8&255]+$a[e>>16&255]+$a[e>>24&255]+`-`+$a[t&255]+$a[t>>8&255]+`-`+$a[t>>16&15|64]+$a[t>>24&255]+`-`+$a[n&63|128]+$a[n>>8&255]+`-`+$a[n>>16&255]+$a[n>>24&255]+$a[r&255]+$a[r>>8&255]+$a[r>>16&255]+$a[r>>24&255]).toLowerCase()}function U(e,t,n){return Math.max(t,Math.min(n,e))}function io(e,t){return(e%t+t)%t}function ao(e,t,n,r,i){return r+(e-t)*(i-r)/(n-t)}function oo(e,t,n){return e===t?0:(n-e)/(t-e)}function so(e,t,n){return(1-n)*e+n*t}function co(e,t,n,r){return so(e,t,1-Math.exp(-n*r))}function lo(e,t=1){return t-Math.abs(io(e,t*2)-t)}function uo(e,t,n){return e<=t?0:e>=n?1:(e=(e-t)/(n-t),e*e*(3-2*e))}function fo(e,t,n){return e<=t?0:e>=n?1:(e=(e-t)/(n-t),e*e*e*(e*(e*6-15)+10))}function po(e,t){return e+Math.floor(Math.random()*(t-e+1))}function mo(e,t){return e+Math.random()*(t-e)}function ho(e){return e*(.5-Math.random())}function go(e){e!==void 0&&(eo=e);let t=eo+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function _o(e){return e*to}function vo(e){return e*no}function yo(e){return e>0&&Number.isInteger(e)&&2**Math.round(Math.log2(e))===e}function bo(e){return 2**Math.ceil(Math.log(e)/Math.LN2)}function xo(e){return 2**Math.floor(Math.log(e)/Math.LN2)}function So(e,t,n,r,i){let a=Math.cos,o=Math.sin,s=a(n/2),c=o(n/2),l=a((t+r)/2),u=o((t+r)/2),d=a((t-r)/2),f=o((t-r)/2),p=a((r-t)/2),m=o((r-t)/2);switch(i){case`XYX`:e.set(s*u,c*d,c*f,s*l);break;case`YZY`:e.set(c*f,s*u,c*d,s*l);break;case`ZXZ`:e.set(c*d,c*f,s*u,s*l);break;case`XZX`:e.set(s*u,c*m,c*p,s*l);break;case`YXY`:e.set(c*p,s*u,c*m,s*l);break;case`ZYZ`:e.set(c*m,c*p,s*u,s*l);break;default:V(`MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: `+i)}}function Co(e){switch(e.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function wo(e,t){if(t.constructor===Float32Array)return e;let n=Co(t);if(n===void 0)throw Error(`THREE.MathUtils: Invalid component type.`);return Math.max(e/n,-1)}function To(e,t){if(t.constructor===Float32Array)return e;let n=Co(t);if(n===void 0)throw Error(`THREE.MathUtils: Invalid component type.`);return Math.round(e*n)}var Eo={DEG2RAD:to,RAD2DEG:no,generateUUID:ro,clamp:U,euclideanModulo:io,mapLinear:ao,inverseLerp:oo,lerp:so,damp:co,pingpong:lo,smoothstep:uo,smootherstep:fo,randInt:po,randFloat:mo,randFloatSpread:ho,seededRandom:go,degToRad:_o,radToDeg:vo,isPowerOfTwo:yo,ceilPowerOfTwo:bo,floorPowerOfTwo:xo,setQuaternionFromProperEuler:So,normalize:To,denormalize:wo},W=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw Error(`THREE.Vector2: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw Error(`THREE.Vector2: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,n=this.y,r=e.elements;return this.x=r[0]*t+r[3]*n+r[6],this.y=r[1]*t+r[4]*n+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=U(this.x,e.x,t.x),this.y=U(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=U(this.x,e,t),this.y=U(this.y,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(U(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(U(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y;return t*t+n*n}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let n=Math.cos(t),r=Math.sin(t),i=this.x-e.x,a=this.y-e.y;return this.x=i*n-a*r+e.x,this.y=i*r+a*n+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},Do=class{constructor(e=0,t=0,n=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=n,this._w=r}static slerpFlat(e,t,n,r,i,a,o){let s=n[r+0],c=n[r+1],l=n[r+2],u=n[r+3],d=i[a+0],f=i[a+1],p=i[a+2],m=i[a+3];if(u!==m||s!==d||c!==f||l!==p){let e=s*d+c*f+l*p+u*m;e<0&&(d=-d,f=-f,p=-p,m=-m,e=-e);let t=1-o;if(e<.9995){let n=Math.acos(e),r=Math.sin(n);t=Math.sin(t*n)/r,o=Math.sin(o*n)/r,s=s*t+d*o,c=c*t+f*o,l=l*t+p*o,u=u*t+m*o}else{s=s*t+d*o,c=c*t+f*o,l=l*t+p*o,u=u*t+m*o;let e=1/Math.sqrt(s*s+c*c+l*l+u*u);s*=e,c*=e,l*=e,u*=e}}e[t]=s,e[t+1]=c,e[t+2]=l,e[t+3]=u}static multiplyQuaternionsFlat(e,t,n,r,i,a){let o=n[r],s=n[r+1],c=n[r+2],l=n[r+3],u=i[a],d=i[a+1],f=i[a+2],p=i[a+3];return e[t]=o*p+l*u+s*f-c*d,e[t+1]=s*p+l*d+c*u-o*f,e[t+2]=c*p+l*f+o*d-s*u,e[t+3]=l*p-o*u-s*d-c*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,n,r){return this._x=e,this._y=t,this._z=n,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let n=e._x,r=e._y,i=e._z,a=e._order,o=Math.cos,s=Math.sin,c=o(n/2),l=o(r/2),u=o(i/2),d=s(n/2),f=s(r/2),p=s(i/2);switch(a){case`XYZ`:this._x=d*l*u+c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u-d*f*p;break;case`YXZ`:this._x=d*l*u+c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u+d*f*p;break;case`ZXY`:this._x=d*l*u-c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u-d*f*p;break;case`ZYX`:this._x=d*l*u-c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u+d*f*p;break;case`YZX`:this._x=d*l*u+c*f*p,this._y=c*f*u+d*l*p,this._z=c*l*p-d*f*u,this._w=c*l*u-d*f*p;break;case`XZY`:this._x=d*l*u-c*f*p,this._y=c*f*u-d*l*p,this._z=c*l*p+d*f*u,this._w=c*l*u+d*f*p;break;default:V(`Quaternion: .setFromEuler() encountered an unknown order: `+a)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let n=t/2,r=Math.sin(n);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,n=t[0],r=t[4],i=t[8],a=t[1],o=t[5],s=t[9],c=t[2],l=t[6],u=t[10],d=n+o+u;if(d>0){let e=.5/Math.sqrt(d+1);this._w=.25/e,this._x=(l-s)*e,this._y=(i-c)*e,this._z=(a-r)*e}else if(n>o&&n>u){let e=2*Math.sqrt(1+n-o-u);this._w=(l-s)/e,this._x=.25*e,this._y=(r+a)/e,this._z=(i+c)/e}else if(o>u){let e=2*Math.sqrt(1+o-n-u);this._w=(i-c)/e,this._x=(r+a)/e,this._y=.25*e,this._z=(s+l)/e}else{let e=2*Math.sqrt(1+u-n-o);this._w=(a-r)/e,this._x=(i+c)/e,this._y=(s+l)/e,this._z=.25*e}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let n=e.dot(t)+1;return n<1e-8?(n=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=n):(this._x=0,this._y=-e.z,this._z=e.y,this._w=n)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=n),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(U(this.dot(e),-1,1)))}rotateTowards(e,t){let n=this.angleTo(e);if(n===0)return this;let r=Math.min(1,t/n);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x*=e,this._y*=e,this._z*=e,this._w*=e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let n=e._x,r=e._y,i=e._z,a=e._w,o=t._x,s=t._y,c=t._z,l=t._w;return this._x=n*l+a*o+r*c-i*s,this._y=r*l+a*s+i*o-n*c,this._z=i*l+a*c+n*s-r*o,this._w=a*l-n*o-r*s-i*c,this._onChangeCallback(),this}slerp(e,t){let n=e._x,r=e._y,i=e._z,a=e._w,o=this.dot(e);o<0&&(n=-n,r=-r,i=-i,a=-a,o=-o);let s=1-t;if(o<.9995){let e=Math.acos(o),c=Math.sin(e);s=Math.sin(s*e)/c,t=Math.sin(t*e)/c,this._x=this._x*s+n*t,this._y=this._y*s+r*t,this._z=this._z*s+i*t,this._w=this._w*s+a*t,this._onChangeCallback()}else this._x=this._x*s+n*t,this._y=this._y*s+r*t,this._z=this._z*s+i*t,this._w=this._w*s+a*t,this.normalize();return this}slerpQuaternions(e,t,n){return this.copy(e).slerp(t,n)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),n=Math.random(),r=Math.sqrt(1-n),i=Math.sqrt(n);return this.set(r*Math.sin(e),r*Math.cos(e),i*Math.sin(t),i*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},G=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,n=0){this.x=e,this.y=t,this.z=n}set(e,t,n){return n===void 0&&(n=this.z),this.x=e,this.y=t,this.z=n,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw Error(`THREE.Vector3: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw Error(`THREE.Vector3: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(ko.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(ko.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,n=this.y,r=this.z,i=e.elements;return this.x=i[0]*t+i[3]*n+i[6]*r,this.y=i[1]*t+i[4]*n+i[7]*r,this.z=i[2]*t+i[5]*n+i[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,n=this.y,r=this.z,i=e.elements,a=1/(i[3]*t+i[7]*n+i[11]*r+i[15]);return this.x=(i[0]*t+i[4]*n+i[8]*r+i[12])*a,this.y=(i[1]*t+i[5]*n+i[9]*r+i[13])*a,this.z=(i[2]*t+i[6]*n+i[10]*r+i[14])*a,this}applyQuaternion(e){let t=this.x,n=this.y,r=this.z,i=e.x,a=e.y,o=e.z,s=e.w,c=2*(a*r-o*n),l=2*(o*t-i*r),u=2*(i*n-a*t);return this.x=t+s*c+a*u-o*l,this.y=n+s*l+o*c-i*u,this.z=r+s*u+i*l-a*c,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,n=this.y,r=this.z,i=e.elements;return this.x=i[0]*t+i[4]*n+i[8]*r,this.y=i[1]*t+i[5]*n+i[9]*r,this.z=i[2]*t+i[6]*n+i[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=U(this.x,e.x,t.x),this.y=U(this.y,e.y,t.y),this.z=U(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=U(this.x,e,t),this.y=U(this.y,e,t),this.z=U(this.z,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(U(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let n=e.x,r=e.y,i=e.z,a=t.x,o=t.y,s=t.z;return this.x=r*s-i*o,this.y=i*a-n*s,this.z=n*o-r*a,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let n=e.dot(this)/t;return this.copy(e).multiplyScalar(n)}projectOnPlane(e){return Oo.copy(this).projectOnVector(e),this.sub(Oo)}reflect(e){return this.sub(Oo.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let n=this.dot(e)/t;return Math.acos(U(n,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,n=this.y-e.y,r=this.z-e.z;return t*t+n*n+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,n){let r=Math.sin(t)*e;return this.x=r*Math.sin(n),this.y=Math.cos(t)*e,this.z=r*Math.cos(n),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,n){return this.x=e*Math.sin(t),this.y=n,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),n=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=n,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,n=Math.sqrt(1-t*t);return this.x=n*Math.cos(e),this.y=t,this.z=n*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Oo=new G,ko=new Do,K=class{static{this.prototype.isMatrix3=!0}constructor(e,t,n,r,i,a,o,s,c){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,n,r,i,a,o,s,c)}set(e,t,n,r,i,a,o,s,c){let l=this.elements;return l[0]=e,l[1]=r,l[2]=o,l[3]=t,l[4]=i,l[5]=s,l[6]=n,l[7]=a,l[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],this}extractBasis(e,t,n){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,r=t.elements,i=this.elements,a=n[0],o=n[3],s=n[6],c=n[1],l=n[4],u=n[7],d=n[2],f=n[5],p=n[8],m=r[0],h=r[3],g=r[6],_=r[1],v=r[4],y=r[7],b=r[2],x=r[5],S=r[8];return i[0]=a*m+o*_+s*b,i[3]=a*h+o*v+s*x,i[6]=a*g+o*y+s*S,i[1]=c*m+l*_+u*b,i[4]=c*h+l*v+u*x,i[7]=c*g+l*y+u*S,i[2]=d*m+f*_+p*b,i[5]=d*h+f*v+p*x,i[8]=d*g+f*y+p*S,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8];return t*a*l-t*o*c-n*i*l+n*o*s+r*i*c-r*a*s}invert(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8],u=l*a-o*c,d=o*s-l*i,f=c*i-a*s,p=t*u+n*d+r*f;if(p===0)return this.set(0,0,0,0,0,0,0,0,0);let m=1/p;return e[0]=u*m,e[1]=(r*c-l*n)*m,e[2]=(o*n-r*a)*m,e[3]=d*m,e[4]=(l*t-r*s)*m,e[5]=(r*i-o*t)*m,e[6]=f*m,e[7]=(n*s-c*t)*m,e[8]=(a*t-n*i)*m,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,n,r,i,a,o){let s=Math.cos(i),c=Math.sin(i);return this.set(n*s,n*c,-n*(s*a+c*o)+a+e,-r*c,r*s,-r*(-c*a+s*o)+o+t,0,0,1),this}scale(e,t){return Ya(`Matrix3: .scale() is deprecated. Use .makeScale() instead.`),this.premultiply(Ao.makeScale(e,t)),this}rotate(e){return Ya(`Matrix3: .rotate() is deprecated. Use .makeRotation() instead.`),this.premultiply(Ao.makeRotation(-e)),this}translate(e,t){return Ya(`Matrix3: .translate() is deprecated. Use .makeTranslation() instead.`),this.premultiply(Ao.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,n,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,n=e.elements;for(let e=0;e<9;e++)if(t[e]!==n[e])return!1;return!0}fromArray(e,t=0){for(let n=0;n<9;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e}clone(){return new this.constructor().fromArray(this.elements)}},Ao=new K,jo=new K().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Mo=new K().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function No(){let e={enabled:!0,workingColorSpace:Pa,spaces:{},convert:function(e,t,n){return this.enabled===!1||t===n||!t||!n||(this.spaces[t].transfer===`srgb`&&(e.r=Po(e.r),e.g=Po(e.g),e.b=Po(e.b)),this.spaces[t].primaries!==this.spaces[n].primaries&&(e.applyMatrix3(this.spaces[t].toXYZ),e.applyMatrix3(this.spaces[n].fromXYZ)),this.spaces[n].transfer===`srgb`&&(e.r=Fo(e.r),e.g=Fo(e.g),e.b=Fo(e.b))),e},workingToColorSpace:function(e,t){return this.convert(e,this.workingColorSpace,t)},colorSpaceToWorking:function(e,t){return this.convert(e,t,this.workingColorSpace)},getPrimaries:function(e){return this.spaces[e].primaries},getTransfer:function(e){return e===``?Fa:this.spaces[e].transfer},getToneMappingMode:function(e){return this.spaces[e].outputColorSpaceConfig.toneMappingMode||`standard`},getLuminanceCoefficients:function(e,t=this.workingColorSpace){return e.fromArray(this.spaces[t].luminanceCoefficients)},define:function(e){Object.assign(this.spaces,e)},_getMatrix:function(e,t,n){return e.copy(this.spaces[n].fromXYZ).multiply(this.spaces[t].toXYZ)},_getDrawingBufferColorSpace:function(e){return this.spaces[e].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(e=this.workingColorSpace){return this.spaces[e].workingColorSpaceConfig.unpackColorSpace}},t=[.64,.33,.3,.6,.15,.06],n=[.2126,.7152,.0722],r=[.3127,.329];return e.define({[Pa]:{primaries:t,whitePoint:r,transfer:Fa,toXYZ:jo,fromXYZ:Mo,luminanceCoefficients:n,workingColorSpaceConfig:{unpackColorSpace:Na},outputColorSpaceConfig:{drawingBufferColorSpace:Na}},[Na]:{primaries:t,whitePoint:r,transfer:Ia,toXYZ:jo,fromXYZ:Mo,luminanceCoefficients:n,outputColorSpaceConfig:{drawingBufferColorSpace:Na}}}),e}var q=No();function Po(e){return e<.04045?e*.0773993808:(e*.9478672986+.0521327014)**2.4}function Fo(e){return e<.0031308?e*12.92:1.055*e**.41666-.055}var Io,Lo=class{static getDataURL(e,t=`image/png`){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>`u`)return e.src;let n;if(e instanceof HTMLCanvasElement)n=e;else{Io===void 0&&(Io=Wa(`canvas`)),Io.width=e.width,Io.height=e.height;let t=Io.getContext(`2d`);e instanceof ImageData?t.putImageData(e,0,0):t.drawImage(e,0,0,e.width,e.height),n=Io}return n.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap){let t=Wa(`canvas`);t.width=e.width,t.height=e.height;let n=t.getContext(`2d`);n.drawImage(e,0,0,e.width,e.height);let r=n.getImageData(0,0,e.width,e.height),i=r.data;for(let e=0;e<i.length;e++)i[e]=Po(i[e]/255)*255;return n.putImageData(r,0,0),t}if(e.data){let t=e.data.slice(0);for(let e=0;e<t.length;e++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[e]=Math.floor(Po(t[e]/255)*255):t[e]=Po(t[e]);return{data:t,width:e.width,height:e.height}}return V(`ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied.`),e}},Ro=0,zo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:Ro++}),this.uuid=ro(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<`u`&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<`u`&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t===null?e.set(0,0,0):e.set(t.width||0,t.height||0,t.depth||0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e==`string`;if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let n={uuid:this.uuid,url:``},r=this.data;if(r!==null){let e;if(Array.isArray(r)){e=[];for(let t=0,n=r.length;t<n;t++)r[t].isDataTexture?e.push(Bo(r[t].image)):e.push(Bo(r[t]))}else e=Bo(r);n.url=e}return t||(e.images[this.uuid]=n),n}};function Bo(e){return typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap?Lo.getDataURL(e):e.data?{data:Array.from(e.data),width:e.width,height:e.height,type:e.data.constructor.name}:(V(`Texture: Unable to serialize Texture.`),{})}var Vo=0,Ho=new G,Uo=class e extends Qa{constructor(t=e.DEFAULT_IMAGE,n=e.DEFAULT_MAPPING,r=fi,i=fi,a=_i,o=yi,s=Fi,c=bi,l=e.DEFAULT_ANISOTROPY,u=``){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Vo++}),this.uuid=ro(),this.name=``,this.source=new zo(t),this.mipmaps=[],this.mapping=n,this.channel=0,this.wrapS=r,this.wrapT=i,this.magFilter=a,this.minFilter=o,this.anisotropy=l,this.format=s,this.internalFormat=null,this.type=c,this.offset=new W(0,0),this.repeat=new W(1,1),this.center=new W(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new K,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(Ho).x}get height(){return this.source.getSize(Ho).y}get depth(){return this.source.getSize(Ho).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let n=e[t];if(n===void 0){V(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];r===void 0?V(`Texture.setValues(): property '${t}' does not exist.`):r&&n&&r.isVector2&&n.isVector2||r&&n&&r.isVector3&&n.isVector3||r&&n&&r.isMatrix3&&n.isMatrix3?r.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e==`string`;if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let n={metadata:{version:4.7,type:`Texture`,generator:`Texture.toJSON`},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),t||(e.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:`dispose`})}transformUv(e){if(this.mapping!==300)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case di:e.x-=Math.floor(e.x);break;case fi:e.x=e.x<0?0:1;break;case pi:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x-=Math.floor(e.x)}if(e.y<0||e.y>1)switch(this.wrapT){case di:e.y-=Math.floor(e.y);break;case fi:e.y=e.y<0?0:1;break;case pi:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y-=Math.floor(e.y)}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Uo.DEFAULT_IMAGE=null,Uo.DEFAULT_MAPPING=300,Uo.DEFAULT_ANISOTROPY=1;var Wo=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,n=0,r=1){this.x=e,this.y=t,this.z=n,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,n,r){return this.x=e,this.y=t,this.z=n,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw Error(`THREE.Vector4: index is out of range: `+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw Error(`THREE.Vector4: index is out of range: `+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w===void 0?1:e.w,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,n=this.y,r=this.z,i=this.w,a=e.elements;return this.x=a[0]*t+a[4]*n+a[8]*r+a[12]*i,this.y=a[1]*t+a[5]*n+a[9]*r+a[13]*i,this.z=a[2]*t+a[6]*n+a[10]*r+a[14]*i,this.w=a[3]*t+a[7]*n+a[11]*r+a[15]*i,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,n,r,i,a=.01,o=.1,s=e.elements,c=s[0],l=s[4],u=s[8],d=s[1],f=s[5],p=s[9],m=s[2],h=s[6],g=s[10];if(Math.abs(l-d)<a&&Math.abs(u-m)<a&&Math.abs(p-h)<a){if(Math.abs(l+d)<o&&Math.abs(u+m)<o&&Math.abs(p+h)<o&&Math.abs(c+f+g-3)<o)return this.set(1,0,0,0),this;t=Math.PI;let e=(c+1)/2,s=(f+1)/2,_=(g+1)/2,v=(l+d)/4,y=(u+m)/4,b=(p+h)/4;return e>s&&e>_?e<a?(n=0,r=.707106781,i=.707106781):(n=Math.sqrt(e),r=v/n,i=y/n):s>_?s<a?(n=.707106781,r=0,i=.707106781):(r=Math.sqrt(s),n=v/r,i=b/r):_<a?(n=.707106781,r=.707106781,i=0):(i=Math.sqrt(_),n=y/i,r=b/i),this.set(n,r,i,t),this}let _=Math.sqrt((h-p)*(h-p)+(u-m)*(u-m)+(d-l)*(d-l));return Math.abs(_)<.001&&(_=1),this.x=(h-p)/_,this.y=(u-m)/_,this.z=(d-l)/_,this.w=Math.acos((c+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=U(this.x,e.x,t.x),this.y=U(this.y,e.y,t.y),this.z=U(this.z,e.z,t.z),this.w=U(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=U(this.x,e,t),this.y=U(this.y,e,t),this.z=U(this.z,e,t),this.w=U(this.w,e,t),this}clampLength(e,t){let n=this.length();return this.divideScalar(n||1).multiplyScalar(U(n,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,n){return this.x=e.x+(t.x-e.x)*n,this.y=e.y+(t.y-e.y)*n,this.z=e.z+(t.z-e.z)*n,this.w=e.w+(t.w-e.w)*n,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Go=class extends Qa{constructor(e=1,t=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:_i,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},n),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=n.depth,this.scissor=new Wo(0,0,e,t),this.scissorTest=!1,this.viewport=new Wo(0,0,e,t),this.textures=[];let r=n.count;for(let i=0;i<r;i++)this.textures[i]=new Uo({width:e,height:t,depth:n.depth}),this.textures[i].isRenderTargetTexture=!0,this.textures[i].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveColorBuffer=n.resolveColorBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this.storeMultisampledColorBuffer=n.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=n.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=n.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview,this.useArrayDepthTexture=n.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:_i,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let e=0;e<this.textures.length;e++)this.textures[e].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,n=1){if(this.width!==e||this.height!==t||this.depth!==n){this.width=e,this.height=t,this.depth=n;for(let r=0,i=this.textures.length;r<i;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=n,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,n=e.textures.length;t<n;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let n=Object.assign({},e.textures[t].image);this.textures[t].source=new zo(n)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null){if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture}else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:`dispose`})}},Ko=class extends Go{constructor(e=1,t=1,n={}){super(e,t,n),this.isWebGLRenderTarget=!0}},qo=class extends Uo{constructor(e=null,t=1,n=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:n,depth:r},this.magFilter=mi,this.minFilter=mi,this.wrapR=fi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}},Jo=class extends Uo{constructor(e=null,t=1,n=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:n,depth:r},this.magFilter=mi,this.minFilter=mi,this.wrapR=fi,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}},Yo=class e{static{this.prototype.isMatrix4=!0}constructor(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h)}set(e,t,n,r,i,a,o,s,c,l,u,d,f,p,m,h){let g=this.elements;return g[0]=e,g[4]=t,g[8]=n,g[12]=r,g[1]=i,g[5]=a,g[9]=o,g[13]=s,g[2]=c,g[6]=l,g[10]=u,g[14]=d,g[3]=f,g[7]=p,g[11]=m,g[15]=h,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new e().fromArray(this.elements)}copy(e){let t=this.elements,n=e.elements;return t[0]=n[0],t[1]=n[1],t[2]=n[2],t[3]=n[3],t[4]=n[4],t[5]=n[5],t[6]=n[6],t[7]=n[7],t[8]=n[8],t[9]=n[9],t[10]=n[10],t[11]=n[11],t[12]=n[12],t[13]=n[13],t[14]=n[14],t[15]=n[15],this}copyPosition(e){let t=this.elements,n=e.elements;return t[12]=n[12],t[13]=n[13],t[14]=n[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,n){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),n.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this)}makeBasis(e,t,n){return this.set(e.x,t.x,n.x,0,e.y,t.y,n.y,0,e.z,t.z,n.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,n=e.elements,r=1/Xo.setFromMatrixColumn(e,0).length(),i=1/Xo.setFromMatrixColumn(e,1).length(),a=1/Xo.setFromMatrixColumn(e,2).length();return t[0]=n[0]*r,t[1]=n[1]*r,t[2]=n[2]*r,t[3]=0,t[4]=n[4]*i,t[5]=n[5]*i,t[6]=n[6]*i,t[7]=0,t[8]=n[8]*a,t[9]=n[9]*a,t[10]=n[10]*a,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,n=e.x,r=e.y,i=e.z,a=Math.cos(n),o=Math.sin(n),s=Math.cos(r),c=Math.sin(r),l=Math.cos(i),u=Math.sin(i);if(e.order===`XYZ`){let e=a*l,n=a*u,r=o*l,i=o*u;t[0]=s*l,t[4]=-s*u,t[8]=c,t[1]=n+r*c,t[5]=e-i*c,t[9]=-o*s,t[2]=i-e*c,t[6]=r+n*c,t[10]=a*s}else if(e.order===`YXZ`){let e=s*l,n=s*u,r=c*l,i=c*u;t[0]=e+i*o,t[4]=r*o-n,t[8]=a*c,t[1]=a*u,t[5]=a*l,t[9]=-o,t[2]=n*o-r,t[6]=i+e*o,t[10]=a*s}else if(e.order===`ZXY`){let e=s*l,n=s*u,r=c*l,i=c*u;t[0]=e-i*o,t[4]=-a*u,t[8]=r+n*o,t[1]=n+r*o,t[5]=a*l,t[9]=i-e*o,t[2]=-a*c,t[6]=o,t[10]=a*s}else if(e.order===`ZYX`){let e=a*l,n=a*u,r=o*l,i=o*u;t[0]=s*l,t[4]=r*c-n,t[8]=e*c+i,t[1]=s*u,t[5]=i*c+e,t[9]=n*c-r,t[2]=-c,t[6]=o*s,t[10]=a*s}else if(e.order===`YZX`){let e=a*s,n=a*c,r=o*s,i=o*c;t[0]=s*l,t[4]=i-e*u,t[8]=r*u+n,t[1]=u,t[5]=a*l,t[9]=-o*l,t[2]=-c*l,t[6]=n*u+r,t[10]=e-i*u}else if(e.order===`XZY`){let e=a*s,n=a*c,r=o*s,i=o*c;t[0]=s*l,t[4]=-u,t[8]=c*l,t[1]=e*u+i,t[5]=a*l,t[9]=n*u-r,t[2]=r*u-n,t[6]=o*l,t[10]=i*u+e}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Qo,e,$o)}lookAt(e,t,n){let r=this.elements;return ns.subVectors(e,t),ns.lengthSq()===0&&(ns.z=1),ns.normalize(),es.crossVectors(n,ns),es.lengthSq()===0&&(Math.abs(n.z)===1?ns.x+=1e-4:ns.z+=1e-4,ns.normalize(),es.crossVectors(n,ns)),es.normalize(),ts.crossVectors(ns,es),r[0]=es.x,r[4]=ts.x,r[8]=ns.x,r[1]=es.y,r[5]=ts.y,r[9]=ns.y,r[2]=es.z,r[6]=ts.z,r[10]=ns.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let n=e.elements,r=t.elements,i=this.elements,a=n[0],o=n[4],s=n[8],c=n[12],l=n[1],u=n[5],d=n[9],f=n[13],p=n[2],m=n[6],h=n[10],g=n[14],_=n[3],v=n[7],y=n[11],b=n[15],x=r[0],S=r[4],C=r[8],w=r[12],T=r[1],E=r[5],D=r[9],O=r[13],k=r[2],A=r[6],j=r[10],ee=r[14],M=r[3],N=r[7],te=r[11],ne=r[15];return i[0]=a*x+o*T+s*k+c*M,i[4]=a*S+o*E+s*A+c*N,i[8]=a*C+o*D+s*j+c*te,i[12]=a*w+o*O+s*ee+c*ne,i[1]=l*x+u*T+d*k+f*M,i[5]=l*S+u*E+d*A+f*N,i[9]=l*C+u*D+d*j+f*te,i[13]=l*w+u*O+d*ee+f*ne,i[2]=p*x+m*T+h*k+g*M,i[6]=p*S+m*E+h*A+g*N,i[10]=p*C+m*D+h*j+g*te,i[14]=p*w+m*O+h*ee+g*ne,i[3]=_*x+v*T+y*k+b*M,i[7]=_*S+v*E+y*A+b*N,i[11]=_*C+v*D+y*j+b*te,i[15]=_*w+v*O+y*ee+b*ne,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],n=e[4],r=e[8],i=e[12],a=e[1],o=e[5],s=e[9],c=e[13],l=e[2],u=e[6],d=e[10],f=e[14],p=e[3],m=e[7],h=e[11],g=e[15],_=s*f-c*d,v=o*f-c*u,y=o*d-s*u,b=a*f-c*l,x=a*d-s*l,S=a*u-o*l;return t*(m*_-h*v+g*y)-n*(p*_-h*b+g*x)+r*(p*v-m*b+g*S)-i*(p*y-m*x+h*S)}determinantAffine(){let e=this.elements,t=e[0],n=e[4],r=e[8],i=e[1],a=e[5],o=e[9],s=e[2],c=e[6],l=e[10];return t*(a*l-o*c)-n*(i*l-o*s)+r*(i*c-a*s)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,n){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=n),this}invert(){let e=this.elements,t=e[0],n=e[1],r=e[2],i=e[3],a=e[4],o=e[5],s=e[6],c=e[7],l=e[8],u=e[9],d=e[10],f=e[11],p=e[12],m=e[13],h=e[14],g=e[15],_=t*o-n*a,v=t*s-r*a,y=t*c-i*a,b=n*s-r*o,x=n*c-i*o,S=r*c-i*s,C=l*m-u*p,w=l*h-d*p,T=l*g-f*p,E=u*h-d*m,D=u*g-f*m,O=d*g-f*h,k=_*O-v*D+y*E+b*T-x*w+S*C;if(k===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let A=1/k;return e[0]=(o*O-s*D+c*E)*A,e[1]=(r*D-n*O-i*E)*A,e[2]=(m*S-h*x+g*b)*A,e[3]=(d*x-u*S-f*b)*A,e[4]=(s*T-a*O-c*w)*A,e[5]=(t*O-r*T+i*w)*A,e[6]=(h*y-p*S-g*v)*A,e[7]=(l*S-d*y+f*v)*A,e[8]=(a*D-o*T+c*C)*A,e[9]=(n*T-t*D-i*C)*A,e[10]=(p*x-m*y+g*_)*A,e[11]=(u*y-l*x-f*_)*A,e[12]=(o*w-a*E-s*C)*A,e[13]=(t*E-n*w+r*C)*A,e[14]=(m*v-p*b-h*_)*A,e[15]=(l*b-u*v+d*_)*A,this}scale(e){let t=this.elements,n=e.x,r=e.y,i=e.z;return t[0]*=n,t[4]*=r,t[8]*=i,t[1]*=n,t[5]*=r,t[9]*=i,t[2]*=n,t[6]*=r,t[10]*=i,t[3]*=n,t[7]*=r,t[11]*=i,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],n=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,n,r))}makeTranslation(e,t,n){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,n,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),n=Math.sin(e);return this.set(1,0,0,0,0,t,-n,0,0,n,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,0,n,0,0,1,0,0,-n,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),n=Math.sin(e);return this.set(t,-n,0,0,n,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let n=Math.cos(t),r=Math.sin(t),i=1-n,a=e.x,o=e.y,s=e.z,c=i*a,l=i*o;return this.set(c*a+n,c*o-r*s,c*s+r*o,0,c*o+r*s,l*o+n,l*s-r*a,0,c*s-r*o,l*s+r*a,i*s*s+n,0,0,0,0,1),this}makeScale(e,t,n){return this.set(e,0,0,0,0,t,0,0,0,0,n,0,0,0,0,1),this}makeShear(e,t,n,r,i,a){return this.set(1,n,i,0,e,1,a,0,t,r,1,0,0,0,0,1),this}compose(e,t,n){let r=this.elements,i=t._x,a=t._y,o=t._z,s=t._w,c=i+i,l=a+a,u=o+o,d=i*c,f=i*l,p=i*u,m=a*l,h=a*u,g=o*u,_=s*c,v=s*l,y=s*u,b=n.x,x=n.y,S=n.z;return r[0]=(1-(m+g))*b,r[1]=(f+y)*b,r[2]=(p-v)*b,r[3]=0,r[4]=(f-y)*x,r[5]=(1-(d+g))*x,r[6]=(h+_)*x,r[7]=0,r[8]=(p+v)*S,r[9]=(h-_)*S,r[10]=(1-(d+m))*S,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,n){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let i=this.determinantAffine();if(i===0)return n.set(1,1,1),t.identity(),this;let a=Xo.set(r[0],r[1],r[2]).length(),o=Xo.set(r[4],r[5],r[6]).length(),s=Xo.set(r[8],r[9],r[10]).length();i<0&&(a=-a),Zo.copy(this);let c=1/a,l=1/o,u=1/s;return Zo.elements[0]*=c,Zo.elements[1]*=c,Zo.elements[2]*=c,Zo.elements[4]*=l,Zo.elements[5]*=l,Zo.elements[6]*=l,Zo.elements[8]*=u,Zo.elements[9]*=u,Zo.elements[10]*=u,t.setFromRotationMatrix(Zo),n.x=a,n.y=o,n.z=s,this}makePerspective(e,t,n,r,i,a,o=Va,s=!1){let c=this.elements,l=2*i/(t-e),u=2*i/(n-r),d=(t+e)/(t-e),f=(n+r)/(n-r),p,m;if(s)p=i/(a-i),m=a*i/(a-i);else if(o===2e3)p=-(a+i)/(a-i),m=-2*a*i/(a-i);else if(o===2001)p=-a/(a-i),m=-a*i/(a-i);else throw Error(`THREE.Matrix4.makePerspective(): Invalid coordinate system: `+o);return c[0]=l,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=u,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=p,c[14]=m,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(e,t,n,r,i,a,o=Va,s=!1){let c=this.elements,l=2/(t-e),u=2/(n-r),d=-(t+e)/(t-e),f=-(n+r)/(n-r),p,m;if(s)p=1/(a-i),m=a/(a-i);else if(o===2e3)p=-2/(a-i),m=-(a+i)/(a-i);else if(o===2001)p=-1/(a-i),m=-i/(a-i);else throw Error(`THREE.Matrix4.makeOrthographic(): Invalid coordinate system: `+o);return c[0]=l,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=u,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=p,c[14]=m,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(e){let t=this.elements,n=e.elements;for(let e=0;e<16;e++)if(t[e]!==n[e])return!1;return!0}fromArray(e,t=0){for(let n=0;n<16;n++)this.elements[n]=e[n+t];return this}toArray(e=[],t=0){let n=this.elements;return e[t]=n[0],e[t+1]=n[1],e[t+2]=n[2],e[t+3]=n[3],e[t+4]=n[4],e[t+5]=n[5],e[t+6]=n[6],e[t+7]=n[7],e[t+8]=n[8],e[t+9]=n[9],e[t+10]=n[10],e[t+11]=n[11],e[t+12]=n[12],e[t+13]=n[13],e[t+14]=n[14],e[t+15]=n[15],e}},Xo=new G,Zo=new Yo,Qo=new G(0,0,0),$o=new G(1,1,1),es=new G,ts=new G,ns=new G,rs=new Yo,is=new Do,as=class e{constructor(t=0,n=0,r=0,i=e.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=n,this._z=r,this._order=i}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,n,r=this._order){return this._x=e,this._y=t,this._z=n,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,n=!0){let r=e.elements,i=r[0],a=r[4],o=r[8],s=r[1],c=r[5],l=r[9],u=r[2],d=r[6],f=r[10];switch(t){case`XYZ`:this._y=Math.asin(U(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(-l,f),this._z=Math.atan2(-a,i)):(this._x=Math.atan2(d,c),this._z=0);break;case`YXZ`:this._x=Math.asin(-U(l,-1,1)),Math.abs(l)<.9999999?(this._y=Math.atan2(o,f),this._z=Math.atan2(s,c)):(this._y=Math.atan2(-u,i),this._z=0);break;case`ZXY`:this._x=Math.asin(U(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-u,f),this._z=Math.atan2(-a,c)):(this._y=0,this._z=Math.atan2(s,i));break;case`ZYX`:this._y=Math.asin(-U(u,-1,1)),Math.abs(u)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(s,i)):(this._x=0,this._z=Math.atan2(-a,c));break;case`YZX`:this._z=Math.asin(U(s,-1,1)),Math.abs(s)<.9999999?(this._x=Math.atan2(-l,c),this._y=Math.atan2(-u,i)):(this._x=0,this._y=Math.atan2(o,f));break;case`XZY`:this._z=Math.asin(-U(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(o,i)):(this._x=Math.atan2(-l,f),this._y=0);break;default:V(`Euler: .setFromRotationMatrix() encountered an unknown order: `+t)}return this._order=t,n===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,n){return rs.makeRotationFromQuaternion(e),this.setFromRotationMatrix(rs,t,n)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return is.setFromEuler(this),this.setFromQuaternion(is,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};as.DEFAULT_ORDER=`XYZ`;var os=class{constructor(){this.mask=1}set(e){this.mask=1<<e>>>0}enable(e){this.mask|=1<<e}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e}disable(e){this.mask&=~(1<<e)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return!!(this.mask&1<<e)}},ss=0,cs=new G,ls=new Do,us=new Yo,ds=new G,fs=new G,ps=new G,ms=new Do,hs=new G(1,0,0),gs=new G(0,1,0),_s=new G(0,0,1),vs={type:`added`},ys={type:`removed`},bs={type:`childadded`,child:null},xs={type:`childremoved`,child:null},Ss=class e extends Qa{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:ss++}),this.uuid=ro(),this.name=``,this.type=`Object3D`,this.parent=null,this.children=[],this.up=e.DEFAULT_UP.clone();let t=new G,n=new as,r=new Do,i=new G(1,1,1);function a(){r.setFromEuler(n,!1)}function o(){n.setFromQuaternion(r,void 0,!1)}n._onChange(a),r._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:n},quaternion:{configurable:!0,enumerable:!0,value:r},scale:{configurable:!0,enumerable:!0,value:i},modelViewMatrix:{value:new Yo},normalMatrix:{value:new K}}),this.matrix=new Yo,this.matrixWorld=new Yo,this.matrixAutoUpdate=e.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=e.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new os,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return ls.setFromAxisAngle(e,t),this.quaternion.multiply(ls),this}rotateOnWorldAxis(e,t){return ls.setFromAxisAngle(e,t),this.quaternion.premultiply(ls),this}rotateX(e){return this.rotateOnAxis(hs,e)}rotateY(e){return this.rotateOnAxis(gs,e)}rotateZ(e){return this.rotateOnAxis(_s,e)}translateOnAxis(e,t){return cs.copy(e).applyQuaternion(this.quaternion),this.position.add(cs.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(hs,e)}translateY(e){return this.translateOnAxis(gs,e)}translateZ(e){return this.translateOnAxis(_s,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(us.copy(this.matrixWorld).invert())}lookAt(e,t,n){e.isVector3?ds.copy(e):ds.set(e,t,n);let r=this.parent;this.updateWorldMatrix(!0,!1),fs.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?us.lookAt(fs,ds,this.up):us.lookAt(ds,fs,this.up),this.quaternion.setFromRotationMatrix(us),r&&(us.extractRotation(r.matrixWorld),ls.setFromRotationMatrix(us),this.quaternion.premultiply(ls.invert()))}add(e){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return e===this?(H(`Object3D.add: object can't be added as a child of itself.`,e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(vs),bs.child=e,this.dispatchEvent(bs),bs.child=null):H(`Object3D.add: object not an instance of THREE.Object3D.`,e),this)}remove(e){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.remove(arguments[e]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(ys),xs.child=e,this.dispatchEvent(xs),xs.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),us.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),us.multiply(e.parent.matrixWorld)),e.applyMatrix4(us),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(vs),bs.child=e,this.dispatchEvent(bs),bs.child=null,this}getObjectById(e){return this.getObjectByProperty(`id`,e)}getObjectByName(e){return this.getObjectByProperty(`name`,e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let n=0,r=this.children.length;n<r;n++){let r=this.children[n].getObjectByProperty(e,t);if(r!==void 0)return r}}getObjectsByProperty(e,t,n=[]){this[e]===t&&n.push(this);let r=this.children;for(let i=0,a=r.length;i<a;i++)r[i].getObjectsByProperty(e,t,n);return n}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(fs,e,ps),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(fs,ms,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,n=e.y,r=e.z,i=this.matrix.elements;i[12]+=t-i[0]*t-i[4]*n-i[8]*r,i[13]+=n-i[1]*t-i[5]*n-i[9]*r,i[14]+=r-i[2]*t-i[6]*n-i[10]*r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let n=0,r=t.length;n<r;n++)t[n].updateMatrixWorld(e)}updateWorldMatrix(e,t,n=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||n)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,n=!0),t===!0){let e=this.children;for(let t=0,r=e.length;t<r;t++)e[t].updateWorldMatrix(!1,!0,n)}}toJSON(e){let t=e===void 0||typeof e==`string`,n={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:`Object`,generator:`Object3D.toJSON`});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type=`InstancedMesh`,r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type=`BatchedMesh`,r.perObjectFrustumCulled=this.perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(e=>({...e,boundingBox:e.boundingBox?e.boundingBox.toJSON():void 0,boundingSphere:e.boundingSphere?e.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(e=>({...e})),r.availableInstanceIds=this._availableInstanceIds.slice(),r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function i(t,n){return t[n.uuid]===void 0&&(t[n.uuid]=n.toJSON(e)),n.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=i(e.geometries,this.geometry);let t=this.geometry.parameters;if(t!==void 0&&t.shapes!==void 0){let n=t.shapes;if(Array.isArray(n))for(let t=0,r=n.length;t<r;t++){let r=n[t];i(e.shapes,r)}else i(e.shapes,n)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(i(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0){if(Array.isArray(this.material)){let t=[];for(let n=0,r=this.material.length;n<r;n++)t.push(i(e.materials,this.material[n]));r.material=t}else r.material=i(e.materials,this.material)}if(this.children.length>0){r.children=[];for(let t=0;t<this.children.length;t++)r.children.push(this.children[t].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let t=0;t<this.animations.length;t++){let n=this.animations[t];r.animations.push(i(e.animations,n))}}if(t){let t=a(e.geometries),r=a(e.materials),i=a(e.textures),o=a(e.images),s=a(e.shapes),c=a(e.skeletons),l=a(e.animations),u=a(e.nodes);t.length>0&&(n.geometries=t),r.length>0&&(n.materials=r),i.length>0&&(n.textures=i),o.length>0&&(n.images=o),s.length>0&&(n.shapes=s),c.length>0&&(n.skeletons=c),l.length>0&&(n.animations=l),u.length>0&&(n.nodes=u)}return n.object=r,n;function a(e){let t=[];for(let n in e){let r=e[n];delete r.metadata,t.push(r)}return t}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot===null?null:e.pivot.clone(),this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let t=0;t<e.children.length;t++){let n=e.children[t];this.add(n.clone())}return this}dispose(){this.dispatchEvent({type:`dispose`})}};Ss.DEFAULT_UP=new G(0,1,0),Ss.DEFAULT_MATRIX_AUTO_UPDATE=!0,Ss.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Cs=class extends Ss{constructor(){super(),this.isGroup=!0,this.type=`Group`}},ws={type:`move`},Ts=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Cs,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Cs,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new G,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new G),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Cs,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new G,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new G,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let n of e.hand.values())this._getHandJoint(t,n)}return this.dispatchEvent({type:`connected`,data:e}),this}disconnect(e){return this.dispatchEvent({type:`disconnected`,data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,n){let r=null,i=null,a=null,o=this._targetRay,s=this._grip,c=this._hand;if(e&&t.session.visibilityState!==`visible-blurred`){if(c&&e.hand){a=!0;for(let r of e.hand.values()){let e=t.getJointPose(r,n),i=this._getHandJoint(c,r);e!==null&&(i.matrix.fromArray(e.transform.matrix),i.matrix.decompose(i.position,i.quaternion,i.scale),i.matrixWorldNeedsUpdate=!0,i.jointRadius=e.radius),i.visible=e!==null}let r=c.joints[`index-finger-tip`],i=c.joints[`thumb-tip`],o=r.position.distanceTo(i.position);c.inputState.pinching&&o>.025?(c.inputState.pinching=!1,this.dispatchEvent({type:`pinchend`,handedness:e.handedness,target:this})):!c.inputState.pinching&&o<=.015&&(c.inputState.pinching=!0,this.dispatchEvent({type:`pinchstart`,handedness:e.handedness,target:this}))}else s!==null&&e.gripSpace&&(i=t.getPose(e.gripSpace,n),i!==null&&(s.matrix.fromArray(i.transform.matrix),s.matrix.decompose(s.position,s.quaternion,s.scale),s.matrixWorldNeedsUpdate=!0,i.linearVelocity?(s.hasLinearVelocity=!0,s.linearVelocity.copy(i.linearVelocity)):s.hasLinearVelocity=!1,i.angularVelocity?(s.hasAngularVelocity=!0,s.angularVelocity.copy(i.angularVelocity)):s.hasAngularVelocity=!1,s.eventsEnabled&&s.dispatchEvent({type:`gripUpdated`,data:e,target:this})));o!==null&&(r=t.getPose(e.targetRaySpace,n),r===null&&i!==null&&(r=i),r!==null&&(o.matrix.fromArray(r.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.matrixWorldNeedsUpdate=!0,r.linearVelocity?(o.hasLinearVelocity=!0,o.linearVelocity.copy(r.linearVelocity)):o.hasLinearVelocity=!1,r.angularVelocity?(o.hasAngularVelocity=!0,o.angularVelocity.copy(r.angularVelocity)):o.hasAngularVelocity=!1,this.dispatchEvent(ws)))}return o!==null&&(o.visible=r!==null),s!==null&&(s.visible=i!==null),c!==null&&(c.visible=a!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let n=new Cs;n.matrixAutoUpdate=!1,n.visible=!1,e.joints[t.jointName]=n,e.add(n)}return e.joints[t.jointName]}},Es={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},Ds={h:0,s:0,l:0},Os={h:0,s:0,l:0};function ks(e,t,n){return n<0&&(n+=1),n>1&&--n,n<1/6?e+(t-e)*6*n:n<1/2?t:n<2/3?e+(t-e)*6*(2/3-n):e}var J=class{constructor(e,t,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,n)}set(e,t,n){if(t===void 0&&n===void 0){let t=e;t&&t.isColor?this.copy(t):typeof t==`number`?this.setHex(t):typeof t==`string`&&this.setStyle(t)}else this.setRGB(e,t,n);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=Na){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,q.colorSpaceToWorking(this,t),this}setRGB(e,t,n,r=q.workingColorSpace){return this.r=e,this.g=t,this.b=n,q.colorSpaceToWorking(this,r),this}setHSL(e,t,n,r=q.workingColorSpace){if(e=io(e,1),t=U(t,0,1),n=U(n,0,1),t===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+t):n+t-n*t,i=2*n-r;this.r=ks(i,r,e+1/3),this.g=ks(i,r,e),this.b=ks(i,r,e-1/3)}return q.colorSpaceToWorking(this,r),this}setStyle(e,t=Na){function n(t){t!==void 0&&parseFloat(t)<1&&V(`Color: Alpha component of `+e+` will be ignored.`)}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let i,a=r[1],o=r[2];switch(a){case`rgb`:case`rgba`:if(i=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setRGB(Math.min(255,parseInt(i[1],10))/255,Math.min(255,parseInt(i[2],10))/255,Math.min(255,parseInt(i[3],10))/255,t);if(i=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setRGB(Math.min(100,parseFloat(i[1]))/100,Math.min(100,parseFloat(i[2]))/100,Math.min(100,parseFloat(i[3]))/100,t);break;case`hsl`:case`hsla`:if(i=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(o))return n(i[4]),this.setHSL(parseFloat(i[1])/360,parseFloat(i[2])/100,parseFloat(i[3])/100,t);break;default:V(`Color: Unknown color model `+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let n=r[1],i=n.length;if(i===3)return this.setRGB(parseInt(n.charAt(0),16)/15,parseInt(n.charAt(1),16)/15,parseInt(n.charAt(2),16)/15,t);if(i===6)return this.setHex(parseInt(n,16),t);V(`Color: Invalid hex color `+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=Na){let n=Es[e.toLowerCase()];return n===void 0?V(`Color: Unknown color `+e):this.setHex(n,t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=Po(e.r),this.g=Po(e.g),this.b=Po(e.b),this}copyLinearToSRGB(e){return this.r=Fo(e.r),this.g=Fo(e.g),this.b=Fo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=Na){return q.workingToColorSpace(As.copy(this),e),Math.round(U(As.r*255,0,255))*65536+Math.round(U(As.g*255,0,255))*256+Math.round(U(As.b*255,0,255))}getHexString(e=Na){return(`000000`+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=q.workingColorSpace){q.workingToColorSpace(As.copy(this),t);let n=As.r,r=As.g,i=As.b,a=Math.max(n,r,i),o=Math.min(n,r,i),s,c,l=(o+a)/2;if(o===a)s=0,c=0;else{let e=a-o;switch(c=l<=.5?e/(a+o):e/(2-a-o),a){case n:s=(r-i)/e+(r<i?6:0);break;case r:s=(i-n)/e+2;break;case i:s=(n-r)/e+4}s/=6}return e.h=s,e.s=c,e.l=l,e}getRGB(e,t=q.workingColorSpace){return q.workingToColorSpace(As.copy(this),t),e.r=As.r,e.g=As.g,e.b=As.b,e}getStyle(e=Na){q.workingToColorSpace(As.copy(this),e);let t=As.r,n=As.g,r=As.b;return e===`srgb`?`rgb(${Math.round(t*255)},${Math.round(n*255)},${Math.round(r*255)})`:`color(${e} ${t.toFixed(3)} ${n.toFixed(3)} ${r.toFixed(3)})`}offsetHSL(e,t,n){return this.getHSL(Ds),this.setHSL(Ds.h+e,Ds.s+t,Ds.l+n)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,n){return this.r=e.r+(t.r-e.r)*n,this.g=e.g+(t.g-e.g)*n,this.b=e.b+(t.b-e.b)*n,this}lerpHSL(e,t){this.getHSL(Ds),e.getHSL(Os);let n=so(Ds.h,Os.h,t),r=so(Ds.s,Os.s,t),i=so(Ds.l,Os.l,t);return this.setHSL(n,r,i),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,n=this.g,r=this.b,i=e.elements;return this.r=i[0]*t+i[3]*n+i[6]*r,this.g=i[1]*t+i[4]*n+i[7]*r,this.b=i[2]*t+i[5]*n+i[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},As=new J;J.NAMES=Es;var js=class extends Ss{constructor(){super(),this.isScene=!0,this.type=`Scene`,this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new as,this.environmentIntensity=1,this.environmentRotation=new as,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`observe`,{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background===null?null:e.background.clone(),this.environment=e.environment===null?null:e.environment.clone(),this.fog=e.fog===null?null:e.fog.clone(),this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial===null?null:e.overrideMaterial.clone(),this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ms=new G,Ns=new G,Ps=new G,Fs=new G,Is=new G,Ls=new G,Rs=new G,zs=new G,Bs=new G,Vs=new G,Hs=new Wo,Us=new Wo,Ws=new Wo,Gs=class e{constructor(e=new G,t=new G,n=new G){this.a=e,this.b=t,this.c=n}static getNormal(e,t,n,r){r.subVectors(n,t),Ms.subVectors(e,t),r.cross(Ms);let i=r.lengthSq();return i>0?r.multiplyScalar(1/Math.sqrt(i)):r.set(0,0,0)}static getBarycoord(e,t,n,r,i){Ms.subVectors(r,t),Ns.subVectors(n,t),Ps.subVectors(e,t);let a=Ms.dot(Ms),o=Ms.dot(Ns),s=Ms.dot(Ps),c=Ns.dot(Ns),l=Ns.dot(Ps),u=a*c-o*o;if(u===0)return i.set(0,0,0),null;let d=1/u,f=(c*s-o*l)*d,p=(a*l-o*s)*d;return i.set(1-f-p,p,f)}static containsPoint(e,t,n,r){return this.getBarycoord(e,t,n,r,Fs)!==null&&Fs.x>=0&&Fs.y>=0&&Fs.x+Fs.y<=1}static getInterpolation(e,t,n,r,i,a,o,s){return this.getBarycoord(e,t,n,r,Fs)===null?(s.x=0,s.y=0,`z`in s&&(s.z=0),`w`in s&&(s.w=0),null):(s.setScalar(0),s.addScaledVector(i,Fs.x),s.addScaledVector(a,Fs.y),s.addScaledVector(o,Fs.z),s)}static getInterpolatedAttribute(e,t,n,r,i,a){return Hs.setScalar(0),Us.setScalar(0),Ws.setScalar(0),Hs.fromBufferAttribute(e,t),Us.fromBufferAttribute(e,n),Ws.fromBufferAttribute(e,r),a.setScalar(0),a.addScaledVector(Hs,i.x),a.addScaledVector(Us,i.y),a.addScaledVector(Ws,i.z),a}static isFrontFacing(e,t,n,r){return Ms.subVectors(n,t),Ns.subVectors(e,t),Ms.cross(Ns).dot(r)<0}set(e,t,n){return this.a.copy(e),this.b.copy(t),this.c.copy(n),this}setFromPointsAndIndices(e,t,n,r){return this.a.copy(e[t]),this.b.copy(e[n]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,n,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,n),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ms.subVectors(this.c,this.b),Ns.subVectors(this.a,this.b),Ms.cross(Ns).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return e.getNormal(this.a,this.b,this.c,t)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,n){return e.getBarycoord(t,this.a,this.b,this.c,n)}getInterpolation(t,n,r,i,a){return e.getInterpolation(t,this.a,this.b,this.c,n,r,i,a)}containsPoint(t){return e.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return e.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let n=this.a,r=this.b,i=this.c,a,o;Is.subVectors(r,n),Ls.subVectors(i,n),zs.subVectors(e,n);let s=Is.dot(zs),c=Ls.dot(zs);if(s<=0&&c<=0)return t.copy(n);Bs.subVectors(e,r);let l=Is.dot(Bs),u=Ls.dot(Bs);if(l>=0&&u<=l)return t.copy(r);let d=s*u-l*c;if(d<=0&&s>=0&&l<=0&&s-l>0)return a=s/(s-l),t.copy(n).addScaledVector(Is,a);Vs.subVectors(e,i);let f=Is.dot(Vs),p=Ls.dot(Vs);if(p>=0&&f<=p)return t.copy(i);let m=f*c-s*p;if(m<=0&&c>=0&&p<=0)return o=c/(c-p),t.copy(n).addScaledVector(Ls,o);let h=l*p-f*u;if(h<=0&&u-l>=0&&f-p>=0)return Rs.subVectors(i,r),o=(u-l)/(u-l+(f-p)),t.copy(r).addScaledVector(Rs,o);let g=1/(h+m+d);return a=m*g,o=d*g,t.copy(n).addScaledVector(Is,a).addScaledVector(Ls,o)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},Ks=class{constructor(e=new G(1/0,1/0,1/0),t=new G(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t+=3)this.expandByPoint(Js.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,n=e.count;t<n;t++)this.expandByPoint(Js.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,n=e.length;t<n;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let n=Js.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(n),this.max.copy(e).add(n),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let n=e.geometry;if(n!==void 0){let r=n.getAttribute(`position`);if(t===!0&&r!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let t=0,n=r.count;t<n;t++)e.isMesh===!0?e.getVertexPosition(t,Js):Js.fromBufferAttribute(r,t),Js.applyMatrix4(e.matrixWorld),this.expandByPoint(Js);else e.boundingBox===void 0?(n.boundingBox===null&&n.computeBoundingBox(),Ys.copy(n.boundingBox)):(e.boundingBox===null&&e.computeBoundingBox(),Ys.copy(e.boundingBox)),Ys.applyMatrix4(e.matrixWorld),this.union(Ys)}let r=e.children;for(let e=0,n=r.length;e<n;e++)this.expandByObject(r[e],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Js),Js.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,n;return e.normal.x>0?(t=e.normal.x*this.min.x,n=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,n=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,n+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,n+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,n+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,n+=e.normal.z*this.min.z),t<=-e.constant&&n>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(nc),rc.subVectors(this.max,nc),Xs.subVectors(e.a,nc),Zs.subVectors(e.b,nc),Qs.subVectors(e.c,nc),$s.subVectors(Zs,Xs),ec.subVectors(Qs,Zs),tc.subVectors(Xs,Qs);let t=[0,-$s.z,$s.y,0,-ec.z,ec.y,0,-tc.z,tc.y,$s.z,0,-$s.x,ec.z,0,-ec.x,tc.z,0,-tc.x,-$s.y,$s.x,0,-ec.y,ec.x,0,-tc.y,tc.x,0];return!oc(t,Xs,Zs,Qs,rc)||(t=[1,0,0,0,1,0,0,0,1],!oc(t,Xs,Zs,Qs,rc))?!1:(ic.crossVectors($s,ec),t=[ic.x,ic.y,ic.z],oc(t,Xs,Zs,Qs,rc))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Js).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Js).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()||(qs[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),qs[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),qs[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),qs[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),qs[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),qs[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),qs[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),qs[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(qs)),this}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},qs=[new G,new G,new G,new G,new G,new G,new G,new G],Js=new G,Ys=new Ks,Xs=new G,Zs=new G,Qs=new G,$s=new G,ec=new G,tc=new G,nc=new G,rc=new G,ic=new G,ac=new G;function oc(e,t,n,r,i){for(let a=0,o=e.length-3;a<=o;a+=3){ac.fromArray(e,a);let o=i.x*Math.abs(ac.x)+i.y*Math.abs(ac.y)+i.z*Math.abs(ac.z),s=t.dot(ac),c=n.dot(ac),l=r.dot(ac);if(Math.max(-Math.max(s,c,l),Math.min(s,c,l))>o)return!1}return!0}var sc=new G,cc=new W,lc=0,uc=class extends Qa{constructor(e,t,n=!1){if(super(),Array.isArray(e))throw TypeError(`THREE.BufferAttribute: array should be a Typed Array.`);this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:lc++}),this.name=``,this.array=e,this.itemSize=t,this.count=e===void 0?0:e.length/t,this.normalized=n,this.usage=Ra,this.updateRanges=[],this.gpuType=Ei,this.version=0,this._normalizationScale=e===void 0?void 0:Co(e)}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,n){e*=this.itemSize,n*=t.itemSize;for(let r=0,i=this.itemSize;r<i;r++)this.array[e+r]=t.array[n+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,n=this.count;t<n;t++)cc.fromBufferAttribute(this,t),cc.applyMatrix3(e),this.setXY(t,cc.x,cc.y);else if(this.itemSize===3)for(let t=0,n=this.count;t<n;t++)sc.fromBufferAttribute(this,t),sc.applyMatrix3(e),this.setXYZ(t,sc.x,sc.y,sc.z);return this}applyMatrix4(e){for(let t=0,n=this.count;t<n;t++)sc.fromBufferAttribute(this,t),sc.applyMatrix4(e),this.setXYZ(t,sc.x,sc.y,sc.z);return this}applyNormalMatrix(e){for(let t=0,n=this.count;t<n;t++)sc.fromBufferAttribute(this,t),sc.applyNormalMatrix(e),this.setXYZ(t,sc.x,sc.y,sc.z);return this}transformDirection(e){for(let t=0,n=this.count;t<n;t++)sc.fromBufferAttribute(this,t),sc.transformDirection(e),this.setXYZ(t,sc.x,sc.y,sc.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let n=this.array[e*this.itemSize+t];return this.normalized&&(n=this._denormalize(n)),n}setComponent(e,t,n){return this.normalized&&(n=this._normalize(n)),this.array[e*this.itemSize+t]=n,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,n){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n)),this.array[e+0]=t,this.array[e+1]=n,this}setXYZ(e,t,n,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=r,this}setXYZW(e,t,n,r,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),n=this._normalize(n),r=this._normalize(r),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=n,this.array[e+2]=r,this.array[e+3]=i,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:`dispose`})}_denormalize(e){let t=this._normalizationScale;return t===void 0?wo(e,this.array):Math.max(e/t,-1)}_normalize(e){let t=this._normalizationScale;return t===void 0?To(e,this.array):Math.round(e*t)}},dc=class extends uc{constructor(e,t,n){super(new Uint16Array(e),t,n)}},fc=class extends uc{constructor(e,t,n){super(new Uint32Array(e),t,n)}},Y=class extends uc{constructor(e,t,n){super(new Float32Array(e),t,n)}},pc=new Ks,mc=new G,hc=new G,gc=class{constructor(e=new G,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let n=this.center;t===void 0?pc.setFromPoints(e).getCenter(n):n.copy(t);let r=0;for(let t=0,i=e.length;t<i;t++)r=Math.max(r,n.distanceToSquared(e[t]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let n=this.center.distanceToSquared(e);return t.copy(e),n>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius*=e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;mc.subVectors(e,this.center);let t=mc.lengthSq();if(t>this.radius*this.radius){let e=Math.sqrt(t),n=(e-this.radius)*.5;this.center.addScaledVector(mc,n/e),this.radius+=n}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(hc.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(mc.copy(e.center).add(hc)),this.expandByPoint(mc.copy(e.center).sub(hc))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},_c=0,vc=new Yo,yc=new Ss,bc=new G,xc=new Ks,Sc=new Ks,Cc=new G,wc=class e extends Qa{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:_c++}),this.uuid=ro(),this.name=``,this.type=`BufferGeometry`,this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return this.index=Array.isArray(e)?new(Ha(e)?fc:dc)(e,1):e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,n=0){this.groups.push({start:e,count:t,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let t=new K().getNormalMatrix(e);n.applyNormalMatrix(t),n.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return vc.makeRotationFromQuaternion(e),this.applyMatrix4(vc),this}rotateX(e){return vc.makeRotationX(e),this.applyMatrix4(vc),this}rotateY(e){return vc.makeRotationY(e),this.applyMatrix4(vc),this}rotateZ(e){return vc.makeRotationZ(e),this.applyMatrix4(vc),this}translate(e,t,n){return vc.makeTranslation(e,t,n),this.applyMatrix4(vc),this}scale(e,t,n){return vc.makeScale(e,t,n),this.applyMatrix4(vc),this}lookAt(e){return yc.lookAt(e),yc.updateMatrix(),this.applyMatrix4(yc.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(bc).negate(),this.translate(bc.x,bc.y,bc.z),this}setFromPoints(e){let t=this.getAttribute(`position`);if(t===void 0){let t=[];for(let n=0,r=e.length;n<r;n++){let r=e[n];t.push(r.x,r.y,r.z||0)}this.setAttribute(`position`,new Y(t,3))}else{let n=Math.min(e.length,t.count);for(let r=0;r<n;r++){let n=e[r];t.setXYZ(r,n.x,n.y,n.z||0)}e.length>t.count&&V(`BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry.`),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new Ks);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute)H(`BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.`,this),this.boundingBox.set(new G(-1/0,-1/0,-1/0),new G(1/0,1/0,1/0));else{if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let e=0,n=t.length;e<n;e++){let n=t[e];xc.setFromBufferAttribute(n),this.morphTargetsRelative?(Cc.addVectors(this.boundingBox.min,xc.min),this.boundingBox.expandByPoint(Cc),Cc.addVectors(this.boundingBox.max,xc.max),this.boundingBox.expandByPoint(Cc)):(this.boundingBox.expandByPoint(xc.min),this.boundingBox.expandByPoint(xc.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&H(`BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.`,this)}}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new gc);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute)H(`BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.`,this),this.boundingSphere.set(new G,1/0);else if(e){let n=this.boundingSphere.center;if(xc.setFromBufferAttribute(e),t)for(let e=0,n=t.length;e<n;e++){let n=t[e];Sc.setFromBufferAttribute(n),this.morphTargetsRelative?(Cc.addVectors(xc.min,Sc.min),xc.expandByPoint(Cc),Cc.addVectors(xc.max,Sc.max),xc.expandByPoint(Cc)):(xc.expandByPoint(Sc.min),xc.expandByPoint(Sc.max))}xc.getCenter(n);let r=0;for(let t=0,i=e.count;t<i;t++)Cc.fromBufferAttribute(e,t),r=Math.max(r,n.distanceToSquared(Cc));if(t)for(let i=0,a=t.length;i<a;i++){let a=t[i],o=this.morphTargetsRelative;for(let t=0,i=a.count;t<i;t++)Cc.fromBufferAttribute(a,t),o&&(bc.fromBufferAttribute(e,t),Cc.add(bc)),r=Math.max(r,n.distanceToSquared(Cc))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&H(`BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.`,this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){H(`BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)`);return}let n=t.position,r=t.normal,i=t.uv,a=this.getAttribute(`tangent`);(a===void 0||a.count!==n.count)&&(a=new uc(new Float32Array(4*n.count),4),this.setAttribute(`tangent`,a));let o=[],s=[],c=new Uint8Array(n.count);for(let e=0;e<n.count;e++)o[e]=new G,s[e]=new G;let l=new G,u=new G,d=new G,f=new W,p=new W,m=new W,h=new G,g=new G;function _(e,t,r){c[e]=c[t]=c[r]=1,l.fromBufferAttribute(n,e),u.fromBufferAttribute(n,t),d.fromBufferAttribute(n,r),f.fromBufferAttribute(i,e),p.fromBufferAttribute(i,t),m.fromBufferAttribute(i,r),u.sub(l),d.sub(l),p.sub(f),m.sub(f);let a=1/(p.x*m.y-m.x*p.y);isFinite(a)&&(h.copy(u).multiplyScalar(m.y).addScaledVector(d,-p.y).multiplyScalar(a),g.copy(d).multiplyScalar(p.x).addScaledVector(u,-m.x).multiplyScalar(a),o[e].add(h),o[t].add(h),o[r].add(h),s[e].add(g),s[t].add(g),s[r].add(g))}let v=this.groups;v.length===0&&(v=[{start:0,count:e.count}]);for(let t=0,n=v.length;t<n;++t){let n=v[t],r=n.start,i=n.count;for(let t=r,n=r+i;t<n;t+=3)_(e.getX(t+0),e.getX(t+1),e.getX(t+2))}let y=new G,b=new G,x=new G,S=new G;function C(e){x.fromBufferAttribute(r,e),S.copy(x);let t=o[e];y.copy(t),y.sub(x.multiplyScalar(x.dot(t))).normalize(),b.crossVectors(S,t);let n=b.dot(s[e])<0?-1:1;a.setXYZW(e,y.x,y.y,y.z,n)}for(let e=0,t=n.count;e<t;++e)c[e]&&C(e);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute(`position`);if(t!==void 0){let n=this.getAttribute(`normal`);if(n===void 0||n.count!==t.count)n=new uc(new Float32Array(t.count*3),3),this.setAttribute(`normal`,n);else for(let e=0,t=n.count;e<t;e++)n.setXYZ(e,0,0,0);let r=new G,i=new G,a=new G,o=new G,s=new G,c=new G,l=new G,u=new G;if(e)for(let d=0,f=e.count;d<f;d+=3){let f=e.getX(d+0),p=e.getX(d+1),m=e.getX(d+2);r.fromBufferAttribute(t,f),i.fromBufferAttribute(t,p),a.fromBufferAttribute(t,m),l.subVectors(a,i),u.subVectors(r,i),l.cross(u),o.fromBufferAttribute(n,f),s.fromBufferAttribute(n,p),c.fromBufferAttribute(n,m),o.add(l),s.add(l),c.add(l),n.setXYZ(f,o.x,o.y,o.z),n.setXYZ(p,s.x,s.y,s.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let e=0,o=t.count;e<o;e+=3)r.fromBufferAttribute(t,e+0),i.fromBufferAttribute(t,e+1),a.fromBufferAttribute(t,e+2),l.subVectors(a,i),u.subVectors(r,i),l.cross(u),n.setXYZ(e+0,l.x,l.y,l.z),n.setXYZ(e+1,l.x,l.y,l.z),n.setXYZ(e+2,l.x,l.y,l.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,n=e.count;t<n;t++)Cc.fromBufferAttribute(e,t),Cc.normalize(),e.setXYZ(t,Cc.x,Cc.y,Cc.z)}toNonIndexed(){function t(e,t){let n=e.array,r=e.itemSize,i=e.normalized,a=new n.constructor(t.length*r),o=0,s=0;for(let i=0,c=t.length;i<c;i++){o=e.isInterleavedBufferAttribute?t[i]*e.data.stride+e.offset:t[i]*r;for(let e=0;e<r;e++)a[s++]=n[o++]}return new uc(a,r,i)}if(this.index===null)return V(`BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed.`),this;let n=new e,r=this.index.array,i=this.attributes;for(let e in i){let a=i[e],o=t(a,r);n.setAttribute(e,o)}let a=this.morphAttributes;for(let e in a){let i=[],o=a[e];for(let e=0,n=o.length;e<n;e++){let n=o[e],a=t(n,r);i.push(a)}n.morphAttributes[e]=i}n.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let e=0,t=o.length;e<t;e++){let t=o[e];n.addGroup(t.start,t.count,t.materialIndex)}return n}toJSON(){let e={metadata:{version:4.7,type:`BufferGeometry`,generator:`BufferGeometry.toJSON`}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?`BufferGeometry`:this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let t=this.parameters;for(let n in t)t[n]!==void 0&&(e[n]=t[n]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let n=this.attributes;for(let t in n){let r=n[t];e.data.attributes[t]=r.toJSON(e.data)}let r={},i=!1;for(let t in this.morphAttributes){let n=this.morphAttributes[t],a=[];for(let t=0,r=n.length;t<r;t++){let r=n[t];a.push(r.toJSON(e.data))}a.length>0&&(r[t]=a,i=!0)}i&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let a=this.groups;a.length>0&&(e.data.groups=JSON.parse(JSON.stringify(a)));let o=this.boundingSphere;return o!==null&&(e.data.boundingSphere=o.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let n=e.index;n!==null&&this.setIndex(n.clone());let r=e.attributes;for(let e in r){let n=r[e];this.setAttribute(e,n.clone(t))}let i=e.morphAttributes;for(let e in i){let n=[],r=i[e];for(let e=0,i=r.length;e<i;e++)n.push(r[e].clone(t));this.morphAttributes[e]=n}this.morphTargetsRelative=e.morphTargetsRelative;let a=e.groups;for(let e=0,t=a.length;e<t;e++){let t=a[e];this.addGroup(t.start,t.count,t.materialIndex)}let o=e.boundingBox;o!==null&&(this.boundingBox=o.clone());let s=e.boundingSphere;return s!==null&&(this.boundingSphere=s.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:`dispose`})}},Tc=new G,Ec=new G,Dc=new K,Oc=class{constructor(e=new G(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,n,r){return this.normal.set(e,t,n),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,n){let r=Tc.subVectors(n,t).cross(Ec.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,n=!0){let r=e.delta(Tc),i=this.normal.dot(r);if(i===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let a=-(e.start.dot(this.normal)+this.constant)/i;return n===!0&&(a<0||a>1)?null:t.copy(e.start).addScaledVector(r,a)}intersectsLine(e){let t=this.distanceToPoint(e.start),n=this.distanceToPoint(e.end);return t<0&&n>0||n<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let n=t||Dc.getNormalMatrix(e),r=this.coplanarPoint(Tc).applyMatrix4(e),i=this.normal.applyMatrix3(n).normalize();return this.constant=-r.dot(i),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},kc=0,Ac=class extends Qa{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:kc++}),this.uuid=ro(),this.name=``,this.type=`Material`,this.blending=1,this.side=0,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=204,this.blendDst=205,this.blendEquation=100,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new J(0,0,0),this.blendAlpha=0,this.depthFunc=3,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=519,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=La,this.stencilZFail=La,this.stencilZPass=La,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let n=e[t];if(n===void 0){V(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];r===void 0?V(`Material: '${t}' is not a property of THREE.${this.type}.`):r&&r.isColor?r.set(n):r&&r.isVector2&&n&&n.isVector2||r&&r.isEuler&&n&&n.isEuler||r&&r.isVector3&&n&&n.isVector3?r.copy(n):this[t]=n}}toJSON(e){let t=e===void 0||typeof e==`string`;t&&(e={textures:{},images:{}});let n={metadata:{version:4.7,type:`Material`,generator:`Material.toJSON`}};n.uuid=this.uuid,n.type=this.type,n.blending=this.blending,n.side=this.side,n.shadowSide=this.shadowSide,n.vertexColors=this.vertexColors,n.opacity=this.opacity,n.transparent=this.transparent,n.blendSrc=this.blendSrc,n.blendDst=this.blendDst,n.blendEquation=this.blendEquation,n.blendSrcAlpha=this.blendSrcAlpha,n.blendDstAlpha=this.blendDstAlpha,n.blendEquationAlpha=this.blendEquationAlpha,n.blendColor=this.blendColor.getHex(),n.blendAlpha=this.blendAlpha,n.depthFunc=this.depthFunc,n.depthTest=this.depthTest,n.depthWrite=this.depthWrite,n.colorWrite=this.colorWrite,n.clipIntersection=this.clipIntersection,n.clipShadows=this.clipShadows,n.stencilWriteMask=this.stencilWriteMask,n.stencilFunc=this.stencilFunc,n.stencilRef=this.stencilRef,n.stencilFuncMask=this.stencilFuncMask,n.stencilFail=this.stencilFail,n.stencilZFail=this.stencilZFail,n.stencilZPass=this.stencilZPass,n.stencilWrite=this.stencilWrite,n.polygonOffset=this.polygonOffset,n.polygonOffsetFactor=this.polygonOffsetFactor,n.polygonOffsetUnits=this.polygonOffsetUnits,n.dithering=this.dithering,n.alphaTest=this.alphaTest,n.alphaHash=this.alphaHash,n.alphaToCoverage=this.alphaToCoverage,n.premultipliedAlpha=this.premultipliedAlpha,n.forceSinglePass=this.forceSinglePass,n.allowOverride=this.allowOverride,n.visible=this.visible,n.toneMapped=this.toneMapped,n.name=this.name,this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(n.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(n.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(n.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(n.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(n.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(e).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(e).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(e).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(e).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(e).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(n.clippingPlanes=this.clippingPlanes.map(e=>e.toJSON())),this.rotation!==void 0&&(n.rotation=this.rotation),this.depthPacking!==void 0&&(n.depthPacking=this.depthPacking),this.linewidth!==void 0&&(n.linewidth=this.linewidth),this.linecap!==void 0&&(n.linecap=this.linecap),this.linejoin!==void 0&&(n.linejoin=this.linejoin),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.wireframe!==void 0&&(n.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(n.flatShading=this.flatShading),this.fog!==void 0&&(n.fog=this.fog),Object.keys(this.userData).length>0&&(n.userData=this.userData);function r(e){let t=[];for(let n in e){let r=e[n];delete r.metadata,t.push(r)}return t}if(t){let t=r(e.textures),i=r(e.images);t.length>0&&(n.textures=t),i.length>0&&(n.images=i)}return n}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new J().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(e=>new Oc().fromJSON(e))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(this.vertexColors=typeof e.vertexColors==`number`?e.vertexColors>0:e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let t=e.normalScale;Array.isArray(t)===!1&&(t=[t,t]),this.normalScale=new W().fromArray(t)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new W().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,n=null;if(t!==null){let e=t.length;n=Array(e);for(let r=0;r!==e;++r)n[r]=t[r].clone()}return this.clippingPlanes=n,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:`dispose`})}set needsUpdate(e){e===!0&&this.version++}},jc=new G,Mc=new G,Nc=new G,Pc=new G,Fc=class{constructor(e=new G,t=new G(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,jc)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let n=t.dot(this.direction);return n<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=jc.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(jc.copy(this.origin).addScaledVector(this.direction,t),jc.distanceToSquared(e))}distanceSqToSegment(e,t,n,r){Mc.copy(e).add(t).multiplyScalar(.5),Nc.copy(t).sub(e).normalize(),Pc.copy(this.origin).sub(Mc);let i=e.distanceTo(t)*.5,a=-this.direction.dot(Nc),o=Pc.dot(this.direction),s=-Pc.dot(Nc),c=Pc.lengthSq(),l=Math.abs(1-a*a),u,d,f,p;if(l>0){if(u=a*s-o,d=a*o-s,p=i*l,u>=0){if(d>=-p){if(d<=p){let e=1/l;u*=e,d*=e,f=u*(u+a*d+2*o)+d*(a*u+d+2*s)+c}else d=i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c}else d=-i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c}else d<=-p?(u=Math.max(0,-(-a*i+o)),d=u>0?-i:Math.min(Math.max(-i,-s),i),f=-u*u+d*(d+2*s)+c):d<=p?(u=0,d=Math.min(Math.max(-i,-s),i),f=d*(d+2*s)+c):(u=Math.max(0,-(a*i+o)),d=u>0?i:Math.min(Math.max(-i,-s),i),f=-u*u+d*(d+2*s)+c)}else d=a>0?-i:i,u=Math.max(0,-(a*d+o)),f=-u*u+d*(d+2*s)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,u),r&&r.copy(Mc).addScaledVector(Nc,d),f}intersectSphere(e,t){if(e.radius<0)return null;jc.subVectors(e.center,this.origin);let n=jc.dot(this.direction),r=jc.dot(jc)-n*n,i=e.radius*e.radius;if(r>i)return null;let a=Math.sqrt(i-r),o=n-a,s=n+a;return s<0?null:o<0?this.at(s,t):this.at(o,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(e.normal)+e.constant)/t;return n>=0?n:null}intersectPlane(e,t){let n=this.distanceToPlane(e);return n===null?null:this.at(n,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let n,r,i,a,o,s,c=1/this.direction.x,l=1/this.direction.y,u=1/this.direction.z,d=this.origin;return c>=0?(n=(e.min.x-d.x)*c,r=(e.max.x-d.x)*c):(n=(e.max.x-d.x)*c,r=(e.min.x-d.x)*c),l>=0?(i=(e.min.y-d.y)*l,a=(e.max.y-d.y)*l):(i=(e.max.y-d.y)*l,a=(e.min.y-d.y)*l),n>a||i>r||((i>n||isNaN(n))&&(n=i),(a<r||isNaN(r))&&(r=a),u>=0?(o=(e.min.z-d.z)*u,s=(e.max.z-d.z)*u):(o=(e.max.z-d.z)*u,s=(e.min.z-d.z)*u),n>s||o>r)||((o>n||n!==n)&&(n=o),(s<r||r!==r)&&(r=s),r<0)?null:this.at(n>=0?n:r,t)}intersectsBox(e){return this.intersectBox(e,jc)!==null}intersectTriangle(e,t,n,r,i){let a=this.origin,o=this.direction,s=o.x,c=o.y,l=o.z,u=e.x-a.x,d=e.y-a.y,f=e.z-a.z,p=t.x-a.x,m=t.y-a.y,h=t.z-a.z,g=n.x-a.x,_=n.y-a.y,v=n.z-a.z,y=Math.abs(s),b=Math.abs(c),x=Math.abs(l),S,C,w,T,E,D,O,k,A,j,ee,M;if(y>=b&&y>=x?(w=s,D=u,A=p,M=g,s>=0?(S=c,C=l,T=d,E=f,O=m,k=h,j=_,ee=v):(S=l,C=c,T=f,E=d,O=h,k=m,j=v,ee=_)):b>=x?(w=c,D=d,A=m,M=_,c>=0?(S=l,C=s,T=f,E=u,O=h,k=p,j=v,ee=g):(S=s,C=l,T=u,E=f,O=p,k=h,j=g,ee=v)):(w=l,D=f,A=h,M=v,l>=0?(S=s,C=c,T=u,E=d,O=p,k=m,j=g,ee=_):(S=c,C=s,T=d,E=u,O=m,k=p,j=_,ee=g)),w===0)return null;let N=S/w,te=C/w,ne=1/w,re=T-N*D,ie=E-te*D,ae=O-N*A,oe=k-te*A,se=j-N*M,ce=ee-te*M,le=se*oe-ce*ae,ue=re*ce-ie*se,de=ae*ie-oe*re;if(r){if(le<0||ue<0||de<0)return null}else if((le<0||ue<0||de<0)&&(le>0||ue>0||de>0))return null;let fe=le+ue+de;if(fe===0)return null;let pe=ne*(le*D+ue*A+de*M);return(fe>0?pe<0:pe>0)?null:this.at(pe/fe,i)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Ic=class extends Ac{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type=`MeshBasicMaterial`,this.color=new J(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new as,this.combine=0,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap=`round`,this.wireframeLinejoin=`round`,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Lc=new Yo,Rc=new Fc,zc=new gc,Bc=new G,Vc=new G,Hc=new G,Uc=new G,Wc=new G,Gc=new G,Kc=new G,qc=new G,Jc=class extends Ss{constructor(e=new wc,t=new Ic){super(),this.isMesh=!0,this.type=`Mesh`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}getVertexPosition(e,t){let n=this.geometry,r=n.attributes.position,i=n.morphAttributes.position,a=n.morphTargetsRelative;t.fromBufferAttribute(r,e);let o=this.morphTargetInfluences;if(i&&o){Gc.set(0,0,0);for(let n=0,r=i.length;n<r;n++){let r=o[n],s=i[n];r!==0&&(Wc.fromBufferAttribute(s,e),a?Gc.addScaledVector(Wc,r):Gc.addScaledVector(Wc.sub(t),r))}t.add(Gc)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.material,i=this.matrixWorld;r!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),zc.copy(n.boundingSphere),zc.applyMatrix4(i),Rc.copy(e.ray).recast(e.near),!(zc.containsPoint(Rc.origin)===!1&&(Rc.intersectSphere(zc,Bc)===null||Rc.origin.distanceToSquared(Bc)>(e.far-e.near)**2))&&(Lc.copy(i).invert(),Rc.copy(e.ray).applyMatrix4(Lc),(n.boundingBox===null||Rc.intersectsBox(n.boundingBox)!==!1)&&this._computeIntersections(e,t,Rc)))}_computeIntersections(e,t,n){let r,i=this.geometry,a=this.material,o=i.index,s=i.attributes.position,c=i.attributes.uv,l=i.attributes.uv1,u=i.attributes.normal,d=i.groups,f=i.drawRange;if(o!==null){if(Array.isArray(a))for(let i=0,s=d.length;i<s;i++){let s=d[i],p=a[s.materialIndex],m=Math.max(s.start,f.start),h=Math.min(o.count,Math.min(s.start+s.count,f.start+f.count));for(let i=m,a=h;i<a;i+=3){let a=o.getX(i),d=o.getX(i+1),f=o.getX(i+2);r=Xc(this,p,e,n,c,l,u,a,d,f),r&&(r.faceIndex=Math.floor(i/3),r.face.materialIndex=s.materialIndex,t.push(r))}}else{let i=Math.max(0,f.start),s=Math.min(o.count,f.start+f.count);for(let d=i,f=s;d<f;d+=3){let i=o.getX(d),s=o.getX(d+1),f=o.getX(d+2);r=Xc(this,a,e,n,c,l,u,i,s,f),r&&(r.faceIndex=Math.floor(d/3),t.push(r))}}}else if(s!==void 0){if(Array.isArray(a))for(let i=0,o=d.length;i<o;i++){let o=d[i],p=a[o.materialIndex],m=Math.max(o.start,f.start),h=Math.min(s.count,Math.min(o.start+o.count,f.start+f.count));for(let i=m,a=h;i<a;i+=3){let a=i,s=i+1,d=i+2;r=Xc(this,p,e,n,c,l,u,a,s,d),r&&(r.faceIndex=Math.floor(i/3),r.face.materialIndex=o.materialIndex,t.push(r))}}else{let i=Math.max(0,f.start),o=Math.min(s.count,f.start+f.count);for(let s=i,d=o;s<d;s+=3){let i=s,o=s+1,d=s+2;r=Xc(this,a,e,n,c,l,u,i,o,d),r&&(r.faceIndex=Math.floor(s/3),t.push(r))}}}}};function Yc(e,t,n,r,i,a,o,s){let c;if(c=t.side===1?r.intersectTriangle(o,a,i,!0,s):r.intersectTriangle(i,a,o,t.side===0,s),c===null)return null;qc.copy(s),qc.applyMatrix4(e.matrixWorld);let l=n.ray.origin.distanceTo(qc);return l<n.near||l>n.far?null:{distance:l,point:qc.clone(),object:e}}function Xc(e,t,n,r,i,a,o,s,c,l){e.getVertexPosition(s,Vc),e.getVertexPosition(c,Hc),e.getVertexPosition(l,Uc);let u=Yc(e,t,n,r,Vc,Hc,Uc,Kc);if(u){let e=new G;Gs.getBarycoord(Kc,Vc,Hc,Uc,e),i&&(u.uv=Gs.getInterpolatedAttribute(i,s,c,l,e,new W)),a&&(u.uv1=Gs.getInterpolatedAttribute(a,s,c,l,e,new W)),o&&(u.normal=Gs.getInterpolatedAttribute(o,s,c,l,e,new G),u.normal.dot(r.direction)>0&&u.normal.multiplyScalar(-1));let t={a:s,b:c,c:l,normal:new G,materialIndex:0};Gs.getNormal(Vc,Hc,Uc,t.normal),u.face=t,u.barycoord=e}return u}var Zc=class extends Uo{constructor(e=null,t=1,n=1,r,i,a,o,s,c=mi,l=mi,u,d){super(null,a,o,s,c,l,r,i,u,d),this.isDataTexture=!0,this.image={data:e,width:t,height:n},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}},Qc=new gc,$c=new W(.5,.5),el=new G,tl=class{constructor(e=new Oc,t=new Oc,n=new Oc,r=new Oc,i=new Oc,a=new Oc){this.planes=[e,t,n,r,i,a]}set(e,t,n,r,i,a){let o=this.planes;return o[0].copy(e),o[1].copy(t),o[2].copy(n),o[3].copy(r),o[4].copy(i),o[5].copy(a),this}copy(e){let t=this.planes;for(let n=0;n<6;n++)t[n].copy(e.planes[n]);return this}setFromProjectionMatrix(e,t=Va,n=!1){let r=this.planes,i=e.elements,a=i[0],o=i[1],s=i[2],c=i[3],l=i[4],u=i[5],d=i[6],f=i[7],p=i[8],m=i[9],h=i[10],g=i[11],_=i[12],v=i[13],y=i[14],b=i[15];if(r[0].setComponents(c-a,f-l,g-p,b-_).normalize(),r[1].setComponents(c+a,f+l,g+p,b+_).normalize(),r[2].setComponents(c+o,f+u,g+m,b+v).normalize(),r[3].setComponents(c-o,f-u,g-m,b-v).normalize(),n)r[4].setComponents(s,d,h,y).normalize(),r[5].setComponents(c-s,f-d,g-h,b-y).normalize();else if(r[4].setComponents(c-s,f-d,g-h,b-y).normalize(),t===2e3)r[5].setComponents(c+s,f+d,g+h,b+y).normalize();else if(t===2001)r[5].setComponents(s,d,h,y).normalize();else throw Error(`THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: `+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Qc.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Qc.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Qc)}intersectsSprite(e){return Qc.center.set(0,0,0),Qc.radius=.7071067811865476+$c.distanceTo(e.center),Qc.applyMatrix4(e.matrixWorld),this.intersectsSphere(Qc)}intersectsSphere(e){let t=this.planes,n=e.center,r=-e.radius;for(let e=0;e<6;e++)if(t[e].distanceToPoint(n)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let n=0;n<6;n++){let r=t[n];if(el.x=r.normal.x>0?e.max.x:e.min.x,el.y=r.normal.y>0?e.max.y:e.min.y,el.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(el)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let n=0;n<6;n++)if(t[n].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},nl=new Yo,rl=class e{constructor(){this.coordinateSystem=Va,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,n=this._frustums;for(let e=0;e<t.length;e++){let r=t[e];nl.multiplyMatrices(r.projectionMatrix,r.matrixWorldInverse),n[e]===void 0&&(n[e]=new tl),n[e].setFromProjectionMatrix(nl,r.coordinateSystem,r.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let n=0;n<this._count;n++)if(t[n].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,n=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new tl),t[r].copy(n[r]);return this._count=e._count,this}clone(){return new e().copy(this)}},il=class extends Ac{constructor(e){super(),this.isLineBasicMaterial=!0,this.type=`LineBasicMaterial`,this.color=new J(16777215),this.map=null,this.linewidth=1,this.linecap=`round`,this.linejoin=`round`,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.linewidth=e.linewidth,this.linecap=e.linecap,this.linejoin=e.linejoin,this.fog=e.fog,this}},al=new G,ol=new G,sl=new Yo,cl=new Fc,ll=new gc,ul=new G,dl=new G,fl=class extends Ss{constructor(e=new wc,t=new il){super(),this.isLine=!0,this.type=`Line`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[0];for(let e=1,r=t.count;e<r;e++)al.fromBufferAttribute(t,e-1),ol.fromBufferAttribute(t,e),n[e]=n[e-1],n[e]+=al.distanceTo(ol);e.setAttribute(`lineDistance`,new Y(n,1))}else V(`Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.`);return this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.matrixWorld,i=e.params.Line.threshold,a=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),ll.copy(n.boundingSphere),ll.applyMatrix4(r),ll.radius+=i,e.ray.intersectsSphere(ll)===!1)return;sl.copy(r).invert(),cl.copy(e.ray).applyMatrix4(sl);let o=i/((this.scale.x+this.scale.y+this.scale.z)/3),s=o*o,c=this.isLineSegments?2:1,l=n.index,u=n.attributes.position;if(l!==null){let n=Math.max(0,a.start),r=Math.min(l.count,a.start+a.count);for(let i=n,a=r-1;i<a;i+=c){let n=l.getX(i),r=l.getX(i+1),a=pl(this,e,cl,s,n,r,i);a&&t.push(a)}if(this.isLineLoop){let i=l.getX(r-1),a=l.getX(n),o=pl(this,e,cl,s,i,a,r-1);o&&t.push(o)}}else{let n=Math.max(0,a.start),r=Math.min(u.count,a.start+a.count);for(let i=n,a=r-1;i<a;i+=c){let n=pl(this,e,cl,s,i,i+1,i);n&&t.push(n)}if(this.isLineLoop){let i=pl(this,e,cl,s,r-1,n,r-1);i&&t.push(i)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}};function pl(e,t,n,r,i,a,o){let s=e.geometry.attributes.position;if(al.fromBufferAttribute(s,i),ol.fromBufferAttribute(s,a),n.distanceSqToSegment(al,ol,ul,dl)>r)return;ul.applyMatrix4(e.matrixWorld);let c=t.ray.origin.distanceTo(ul);if(!(c<t.near||c>t.far))return{distance:c,point:dl.clone().applyMatrix4(e.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:e}}var ml=new G,hl=new G,gl=class extends fl{constructor(e,t){super(e,t),this.isLineSegments=!0,this.type=`LineSegments`}computeLineDistances(){let e=this.geometry;if(e.index===null){let t=e.attributes.position,n=[];for(let e=0,r=t.count;e<r;e+=2)ml.fromBufferAttribute(t,e),hl.fromBufferAttribute(t,e+1),n[e]=e===0?0:n[e-1],n[e+1]=n[e]+ml.distanceTo(hl);e.setAttribute(`lineDistance`,new Y(n,1))}else V(`LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.`);return this}},_l=class extends Ac{constructor(e){super(),this.isPointsMaterial=!0,this.type=`PointsMaterial`,this.color=new J(16777215),this.map=null,this.alphaMap=null,this.size=1,this.sizeAttenuation=!0,this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.alphaMap=e.alphaMap,this.size=e.size,this.sizeAttenuation=e.sizeAttenuation,this.fog=e.fog,this}},vl=new Yo,yl=new Fc,bl=new gc,xl=new G,Sl=class extends Ss{constructor(e=new wc,t=new _l){super(),this.isPoints=!0,this.type=`Points`,this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),this.morphTargetInfluences=e.morphTargetInfluences===void 0?void 0:e.morphTargetInfluences.slice(),this.morphTargetDictionary=e.morphTargetDictionary===void 0?void 0:Object.assign({},e.morphTargetDictionary),this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let n=this.geometry,r=this.matrixWorld,i=e.params.Points.threshold,a=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),bl.copy(n.boundingSphere),bl.applyMatrix4(r),bl.radius+=i,e.ray.intersectsSphere(bl)===!1)return;vl.copy(r).invert(),yl.copy(e.ray).applyMatrix4(vl);let o=i/((this.scale.x+this.scale.y+this.scale.z)/3),s=o*o,c=n.index,l=n.attributes.position;if(c!==null){let n=Math.max(0,a.start),i=Math.min(c.count,a.start+a.count);for(let a=n,o=i;a<o;a++){let n=c.getX(a);xl.fromBufferAttribute(l,n),Cl(xl,n,s,r,e,t,this)}}else{let n=Math.max(0,a.start),i=Math.min(l.count,a.start+a.count);for(let a=n,o=i;a<o;a++)xl.fromBufferAttribute(l,a),Cl(xl,a,s,r,e,t,this)}}updateMorphTargets(){let e=this.geometry.morphAttributes,t=Object.keys(e);if(t.length>0){let n=e[t[0]];if(n!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let e=0,t=n.length;e<t;e++){let t=n[e].name||String(e);this.morphTargetInfluences.push(0),this.morphTargetDictionary[t]=e}}}}};function Cl(e,t,n,r,i,a,o){let s=yl.distanceSqToPoint(e);if(s<n){let n=new G;yl.closestPointToPoint(e,n),n.applyMatrix4(r);let c=i.ray.origin.distanceTo(n);if(c<i.near||c>i.far)return;a.push({distance:c,distanceToRay:Math.sqrt(s),point:n,index:t,face:null,faceIndex:null,barycoord:null,object:o})}}var wl=class extends Uo{constructor(e=[],t=301,n,r,i,a,o,s,c,l){super(e,t,n,r,i,a,o,s,c,l),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}},Tl=class extends Uo{constructor(e,t,n=Ti,r,i,a,o=mi,s=mi,c,l=Ii,u=1){if(l!==1026&&l!==1027)throw Error(`THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat`);super({width:e,height:t,depth:u},r,i,a,o,s,l,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new zo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},El=class extends Tl{constructor(e,t=Ti,n=301,r,i,a=mi,o=mi,s,c=Ii){let l={width:e,height:e,depth:1},u=[l,l,l,l,l,l];super(e,e,t,n,r,i,a,o,s,c),this.image=u,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Dl=class extends Uo{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},Ol=class e extends wc{constructor(e=1,t=1,n=1,r=1,i=1,a=1){super(),this.type=`BoxGeometry`,this.parameters={width:e,height:t,depth:n,widthSegments:r,heightSegments:i,depthSegments:a};let o=this;r=Math.floor(r),i=Math.floor(i),a=Math.floor(a);let s=[],c=[],l=[],u=[],d=0,f=0;p(`z`,`y`,`x`,-1,-1,n,t,e,a,i,0),p(`z`,`y`,`x`,1,-1,n,t,-e,a,i,1),p(`x`,`z`,`y`,1,1,e,n,t,r,a,2),p(`x`,`z`,`y`,1,-1,e,n,-t,r,a,3),p(`x`,`y`,`z`,1,-1,e,t,n,r,i,4),p(`x`,`y`,`z`,-1,-1,e,t,-n,r,i,5),this.setIndex(s),this.setAttribute(`position`,new Y(c,3)),this.setAttribute(`normal`,new Y(l,3)),this.setAttribute(`uv`,new Y(u,2));function p(e,t,n,r,i,a,p,m,h,g,_){let v=a/h,y=p/g,b=a/2,x=p/2,S=m/2,C=h+1,w=g+1,T=0,E=0,D=new G;for(let a=0;a<w;a++){let o=a*y-x;for(let s=0;s<C;s++)D[e]=(s*v-b)*r,D[t]=o*i,D[n]=S,c.push(D.x,D.y,D.z),D[e]=0,D[t]=0,D[n]=m>0?1:-1,l.push(D.x,D.y,D.z),u.push(s/h),u.push(1-a/g),T+=1}for(let e=0;e<g;e++)for(let t=0;t<h;t++){let n=d+t+C*e,r=d+t+C*(e+1),i=d+(t+1)+C*(e+1),a=d+(t+1)+C*e;s.push(n,r,a),s.push(r,i,a),E+=6}o.addGroup(f,E,_),f+=E,d+=T}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}},kl=class e extends wc{constructor(e=1,t=32,n=0,r=Math.PI*2){super(),this.type=`CircleGeometry`,this.parameters={radius:e,segments:t,thetaStart:n,thetaLength:r},t=Math.max(3,t);let i=[],a=[],o=[],s=[],c=new G,l=new W;a.push(0,0,0),o.push(0,0,1),s.push(.5,.5);for(let i=0,u=3;i<=t;i++,u+=3){let d=n+i/t*r;c.x=e*Math.cos(d),c.y=e*Math.sin(d),a.push(c.x,c.y,c.z),o.push(0,0,1),l.x=(a[u]/e+1)/2,l.y=(a[u+1]/e+1)/2,s.push(l.x,l.y)}for(let e=1;e<=t;e++)i.push(e,e+1,0);this.setIndex(i),this.setAttribute(`position`,new Y(a,3)),this.setAttribute(`normal`,new Y(o,3)),this.setAttribute(`uv`,new Y(s,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.radius,t.segments,t.thetaStart,t.thetaLength)}},Al=class e extends wc{constructor(e=1,t=1,n=1,r=32,i=1,a=!1,o=0,s=Math.PI*2){super(),this.type=`CylinderGeometry`,this.parameters={radiusTop:e,radiusBottom:t,height:n,radialSegments:r,heightSegments:i,openEnded:a,thetaStart:o,thetaLength:s};let c=this;r=Math.floor(r),i=Math.floor(i);let l=[],u=[],d=[],f=[],p=0,m=[],h=n/2,g=0;_(),a===!1&&(e>0&&v(!0),t>0&&v(!1)),this.setIndex(l),this.setAttribute(`position`,new Y(u,3)),this.setAttribute(`normal`,new Y(d,3)),this.setAttribute(`uv`,new Y(f,2));function _(){let a=new G,_=new G,v=0,y=(t-e)/n;for(let c=0;c<=i;c++){let l=[],g=c/i,v=g*(t-e)+e;for(let e=0;e<=r;e++){let t=e/r,i=t*s+o,c=Math.sin(i),m=Math.cos(i);_.x=v*c,_.y=-g*n+h,_.z=v*m,u.push(_.x,_.y,_.z),a.set(c,y,m).normalize(),d.push(a.x,a.y,a.z),f.push(t,1-g),l.push(p++)}m.push(l)}for(let n=0;n<r;n++)for(let r=0;r<i;r++){let a=m[r][n],o=m[r+1][n],s=m[r+1][n+1],c=m[r][n+1];(e>0||r!==0)&&(l.push(a,o,c),v+=3),(t>0||r!==i-1)&&(l.push(o,s,c),v+=3)}c.addGroup(g,v,0),g+=v}function v(n){let i=p,a=new W,m=new G,_=0,v=n===!0?e:t,y=n===!0?1:-1;for(let e=1;e<=r;e++)u.push(0,h*y,0),d.push(0,y,0),f.push(.5,.5),p++;let b=p;for(let e=0;e<=r;e++){let t=e/r*s+o,n=Math.cos(t),i=Math.sin(t);m.x=v*i,m.y=h*y,m.z=v*n,u.push(m.x,m.y,m.z),d.push(0,y,0),a.x=n*.5+.5,a.y=i*.5*y+.5,f.push(a.x,a.y),p++}for(let e=0;e<r;e++){let t=i+e,r=b+e;n===!0?l.push(r,r+1,t):l.push(r+1,r,t),_+=3}c.addGroup(g,_,n===!0?1:2),g+=_}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},jl=class e extends Al{constructor(e=1,t=1,n=32,r=1,i=!1,a=0,o=Math.PI*2){super(0,e,t,n,r,i,a,o),this.type=`ConeGeometry`,this.parameters={radius:e,height:t,radialSegments:n,heightSegments:r,openEnded:i,thetaStart:a,thetaLength:o}}static fromJSON(t){return new e(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Ml=class{constructor(){this.type=`Curve`,this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){V(`Curve: .getPoint() not implemented.`)}getPointAt(e,t){let n=this.getUtoTmapping(e);return this.getPoint(n,t)}getPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return t}getSpacedPoints(e=5){let t=[];for(let n=0;n<=e;n++)t.push(this.getPointAt(n/e));return t}getLength(){let e=this.getLengths();return e[e.length-1]}getLengths(e=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===e+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let t=[],n,r=this.getPoint(0),i=0;t.push(0);for(let a=1;a<=e;a++)n=this.getPoint(a/e),i+=n.distanceTo(r),t.push(i),r=n;return this.cacheArcLengths=t,t}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(e,t=null){let n=this.getLengths(),r=0,i=n.length,a;a=t||e*n[i-1];let o=0,s=i-1,c;for(;o<=s;)if(r=Math.floor(o+(s-o)/2),c=n[r]-a,c<0)o=r+1;else if(c>0)s=r-1;else{s=r;break}if(r=s,n[r]===a)return r/(i-1);let l=n[r],u=n[r+1]-l,d=(a-l)/u;return(r+d)/(i-1)}getTangent(e,t){let n=1e-4,r=e-n,i=e+n;r<0&&(r=0),i>1&&(i=1);let a=this.getPoint(r),o=this.getPoint(i),s=t||(a.isVector2?new W:new G);return s.copy(o).sub(a).normalize(),s}getTangentAt(e,t){let n=this.getUtoTmapping(e);return this.getTangent(n,t)}computeFrenetFrames(e,t=!1){let n=new G,r=[],i=[],a=[],o=new G,s=new Yo;for(let t=0;t<=e;t++){let n=t/e;r[t]=this.getTangentAt(n,new G)}i[0]=new G,a[0]=new G;let c=Number.MAX_VALUE,l=Math.abs(r[0].x),u=Math.abs(r[0].y),d=Math.abs(r[0].z);l<=c&&(c=l,n.set(1,0,0)),u<=c&&(c=u,n.set(0,1,0)),d<=c&&n.set(0,0,1),o.crossVectors(r[0],n).normalize(),i[0].crossVectors(r[0],o),a[0].crossVectors(r[0],i[0]);for(let t=1;t<=e;t++){if(i[t]=i[t-1].clone(),a[t]=a[t-1].clone(),o.crossVectors(r[t-1],r[t]),o.length()>2**-52){o.normalize();let e=Math.acos(U(r[t-1].dot(r[t]),-1,1));i[t].applyMatrix4(s.makeRotationAxis(o,e))}a[t].crossVectors(r[t],i[t])}if(t===!0){let t=Math.acos(U(i[0].dot(i[e]),-1,1));t/=e,r[0].dot(o.crossVectors(i[0],i[e]))>0&&(t=-t);for(let n=1;n<=e;n++)i[n].applyMatrix4(s.makeRotationAxis(r[n],t*n)),a[n].crossVectors(r[n],i[n])}return{tangents:r,normals:i,binormals:a}}clone(){return new this.constructor().copy(this)}copy(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}toJSON(){let e={metadata:{version:4.7,type:`Curve`,generator:`Curve.toJSON`}};return e.arcLengthDivisions=this.arcLengthDivisions,e.type=this.type,e}fromJSON(e){return this.arcLengthDivisions=e.arcLengthDivisions,this.cacheArcLengths=null,this}},Nl=class extends Ml{constructor(e=0,t=0,n=1,r=1,i=0,a=Math.PI*2,o=!1,s=0){super(),this.isEllipseCurve=!0,this.type=`EllipseCurve`,this.aX=e,this.aY=t,this.xRadius=n,this.yRadius=r,this.aStartAngle=i,this.aEndAngle=a,this.aClockwise=o,this.aRotation=s}getPoint(e,t=new W){let n=t,r=Math.PI*2,i=this.aEndAngle-this.aStartAngle,a=Math.abs(i)<2**-52;for(;i<0;)i+=r;for(;i>r;)i-=r;i<2**-52&&(i=a?0:r),this.aClockwise===!0&&!a&&(i===r?i=-r:i-=r);let o=this.aStartAngle+e*i,s=this.aX+this.xRadius*Math.cos(o),c=this.aY+this.yRadius*Math.sin(o);if(this.aRotation!==0){let e=Math.cos(this.aRotation),t=Math.sin(this.aRotation),n=s-this.aX,r=c-this.aY;s=n*e-r*t+this.aX,c=n*t+r*e+this.aY}return n.set(s,c)}copy(e){return super.copy(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}toJSON(){let e=super.toJSON();return e.aX=this.aX,e.aY=this.aY,e.xRadius=this.xRadius,e.yRadius=this.yRadius,e.aStartAngle=this.aStartAngle,e.aEndAngle=this.aEndAngle,e.aClockwise=this.aClockwise,e.aRotation=this.aRotation,e}fromJSON(e){return super.fromJSON(e),this.aX=e.aX,this.aY=e.aY,this.xRadius=e.xRadius,this.yRadius=e.yRadius,this.aStartAngle=e.aStartAngle,this.aEndAngle=e.aEndAngle,this.aClockwise=e.aClockwise,this.aRotation=e.aRotation,this}},Pl=class extends Nl{constructor(e,t,n,r,i,a){super(e,t,n,n,r,i,a),this.isArcCurve=!0,this.type=`ArcCurve`}};function Fl(){let e=0,t=0,n=0,r=0;function i(i,a,o,s){e=i,t=o,n=-3*i+3*a-2*o-s,r=2*i-2*a+o+s}return{initCatmullRom:function(e,t,n,r,a){i(t,n,a*(n-e),a*(r-t))},initNonuniformCatmullRom:function(e,t,n,r,a,o,s){let c=(t-e)/a-(n-e)/(a+o)+(n-t)/o,l=(n-t)/o-(r-t)/(o+s)+(r-n)/s;c*=o,l*=o,i(t,n,c,l)},calc:function(i){let a=i*i,o=a*i;return e+t*i+n*a+r*o}}}var Il=new G,Ll=new G,Rl=new Fl,zl=new Fl,Bl=new Fl,Vl=class extends Ml{constructor(e=[],t=!1,n=`centripetal`,r=.5){super(),this.isCatmullRomCurve3=!0,this.type=`CatmullRomCurve3`,this.points=e,this.closed=t,this.curveType=n,this.tension=r}getPoint(e,t=new G){let n=t,r=this.points,i=r.length,a=(i-+!this.closed)*e,o=Math.floor(a),s=a-o;this.closed?o+=o>0?0:(Math.floor(Math.abs(o)/i)+1)*i:s===0&&o===i-1&&(o=i-2,s=1);let c,l;this.closed||o>0?c=r[(o-1)%i]:(Ll.subVectors(r[0],r[1]).add(r[0]),c=Ll);let u=r[o%i],d=r[(o+1)%i];if(this.closed||o+2<i?l=r[(o+2)%i]:(Il.subVectors(r[i-1],r[i-2]).add(r[i-1]),l=Il),this.curveType===`centripetal`||this.curveType===`chordal`){let e=this.curveType===`chordal`?.5:.25,t=c.distanceToSquared(u)**+e,n=u.distanceToSquared(d)**+e,r=d.distanceToSquared(l)**+e;n<1e-4&&(n=1),t<1e-4&&(t=n),r<1e-4&&(r=n),Rl.initNonuniformCatmullRom(c.x,u.x,d.x,l.x,t,n,r),zl.initNonuniformCatmullRom(c.y,u.y,d.y,l.y,t,n,r),Bl.initNonuniformCatmullRom(c.z,u.z,d.z,l.z,t,n,r)}else this.curveType===`catmullrom`&&(Rl.initCatmullRom(c.x,u.x,d.x,l.x,this.tension),zl.initCatmullRom(c.y,u.y,d.y,l.y,this.tension),Bl.initCatmullRom(c.z,u.z,d.z,l.z,this.tension));return n.set(Rl.calc(s),zl.calc(s),Bl.calc(s)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let n=e.points[t];this.points.push(n.clone())}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let n=this.points[t];e.points.push(n.toArray())}return e.closed=this.closed,e.curveType=this.curveType,e.tension=this.tension,e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let n=e.points[t];this.points.push(new G().fromArray(n))}return this.closed=e.closed,this.curveType=e.curveType,this.tension=e.tension,this}};function Hl(e,t,n,r,i){let a=(r-t)*.5,o=(i-n)*.5,s=e*e,c=e*s;return(2*n-2*r+a+o)*c+(-3*n+3*r-2*a-o)*s+a*e+n}function Ul(e,t){let n=1-e;return n*n*t}function Wl(e,t){return 2*(1-e)*e*t}function Gl(e,t){return e*e*t}function Kl(e,t,n,r){return Ul(e,t)+Wl(e,n)+Gl(e,r)}function ql(e,t){let n=1-e;return n*n*n*t}function Jl(e,t){let n=1-e;return 3*n*n*e*t}function Yl(e,t){return 3*(1-e)*e*e*t}function Xl(e,t){return e*e*e*t}function Zl(e,t,n,r,i){return ql(e,t)+Jl(e,n)+Yl(e,r)+Xl(e,i)}var Ql=class extends Ml{constructor(e=new W,t=new W,n=new W,r=new W){super(),this.isCubicBezierCurve=!0,this.type=`CubicBezierCurve`,this.v0=e,this.v1=t,this.v2=n,this.v3=r}getPoint(e,t=new W){let n=t,r=this.v0,i=this.v1,a=this.v2,o=this.v3;return n.set(Zl(e,r.x,i.x,a.x,o.x),Zl(e,r.y,i.y,a.y,o.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},$l=class extends Ml{constructor(e=new G,t=new G,n=new G,r=new G){super(),this.isCubicBezierCurve3=!0,this.type=`CubicBezierCurve3`,this.v0=e,this.v1=t,this.v2=n,this.v3=r}getPoint(e,t=new G){let n=t,r=this.v0,i=this.v1,a=this.v2,o=this.v3;return n.set(Zl(e,r.x,i.x,a.x,o.x),Zl(e,r.y,i.y,a.y,o.y),Zl(e,r.z,i.z,a.z,o.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this.v3.copy(e.v3),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e.v3=this.v3.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this.v3.fromArray(e.v3),this}},eu=class extends Ml{constructor(e=new W,t=new W){super(),this.isLineCurve=!0,this.type=`LineCurve`,this.v1=e,this.v2=t}getPoint(e,t=new W){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new W){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},tu=class extends Ml{constructor(e=new G,t=new G){super(),this.isLineCurve3=!0,this.type=`LineCurve3`,this.v1=e,this.v2=t}getPoint(e,t=new G){let n=t;return e===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(e).add(this.v1)),n}getPointAt(e,t){return this.getPoint(e,t)}getTangent(e,t=new G){return t.subVectors(this.v2,this.v1).normalize()}getTangentAt(e,t){return this.getTangent(e,t)}copy(e){return super.copy(e),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},nu=class extends Ml{constructor(e=new W,t=new W,n=new W){super(),this.isQuadraticBezierCurve=!0,this.type=`QuadraticBezierCurve`,this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new W){let n=t,r=this.v0,i=this.v1,a=this.v2;return n.set(Kl(e,r.x,i.x,a.x),Kl(e,r.y,i.y,a.y)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},ru=class extends Ml{constructor(e=new G,t=new G,n=new G){super(),this.isQuadraticBezierCurve3=!0,this.type=`QuadraticBezierCurve3`,this.v0=e,this.v1=t,this.v2=n}getPoint(e,t=new G){let n=t,r=this.v0,i=this.v1,a=this.v2;return n.set(Kl(e,r.x,i.x,a.x),Kl(e,r.y,i.y,a.y),Kl(e,r.z,i.z,a.z)),n}copy(e){return super.copy(e),this.v0.copy(e.v0),this.v1.copy(e.v1),this.v2.copy(e.v2),this}toJSON(){let e=super.toJSON();return e.v0=this.v0.toArray(),e.v1=this.v1.toArray(),e.v2=this.v2.toArray(),e}fromJSON(e){return super.fromJSON(e),this.v0.fromArray(e.v0),this.v1.fromArray(e.v1),this.v2.fromArray(e.v2),this}},iu=class extends Ml{constructor(e=[]){super(),this.isSplineCurve=!0,this.type=`SplineCurve`,this.points=e}getPoint(e,t=new W){let n=t,r=this.points,i=(r.length-1)*e,a=Math.floor(i),o=i-a,s=r[a===0?a:a-1],c=r[a],l=r[a>r.length-2?r.length-1:a+1],u=r[a>r.length-3?r.length-1:a+2];return n.set(Hl(o,s.x,c.x,l.x,u.x),Hl(o,s.y,c.y,l.y,u.y)),n}copy(e){super.copy(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let n=e.points[t];this.points.push(n.clone())}return this}toJSON(){let e=super.toJSON();e.points=[];for(let t=0,n=this.points.length;t<n;t++){let n=this.points[t];e.points.push(n.toArray())}return e}fromJSON(e){super.fromJSON(e),this.points=[];for(let t=0,n=e.points.length;t<n;t++){let n=e.points[t];this.points.push(new W().fromArray(n))}return this}},au=Object.freeze({__proto__:null,ArcCurve:Pl,CatmullRomCurve3:Vl,CubicBezierCurve:Ql,CubicBezierCurve3:$l,EllipseCurve:Nl,LineCurve:eu,LineCurve3:tu,QuadraticBezierCurve:nu,QuadraticBezierCurve3:ru,SplineCurve:iu}),ou=class extends Ml{constructor(){super(),this.type=`CurvePath`,this.curves=[],this.autoClose=!1,this.cacheLengths=null}add(e){this.curves.push(e)}closePath(){let e=this.curves[0].getPoint(0),t=this.curves[this.curves.length-1].getPoint(1);if(!e.equals(t)){let n=e.isVector2===!0?`LineCurve`:`LineCurve3`;this.curves.push(new au[n](t,e))}return this}getPoint(e,t){let n=e*this.getLength(),r=this.getCurveLengths(),i=0;for(;i<r.length;){if(r[i]>=n){let e=r[i]-n,a=this.curves[i],o=a.getLength(),s=o===0?0:1-e/o;return a.getPointAt(s,t)}i++}return null}getLength(){let e=this.getCurveLengths();return e[e.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let e=[],t=0;for(let n=0,r=this.curves.length;n<r;n++)t+=this.curves[n].getLength(),e.push(t);return this.cacheLengths=e,e}getSpacedPoints(e=40){let t=[];for(let n=0;n<=e;n++)t.push(this.getPoint(n/e));return this.autoClose&&t.push(t[0]),t}getPoints(e=12){let t=[],n;for(let r=0,i=this.curves;r<i.length;r++){let a=i[r],o=a.isEllipseCurve?e*2:a.isLineCurve||a.isLineCurve3?1:a.isSplineCurve?e*a.points.length:e,s=a.getPoints(o);for(let e=0;e<s.length;e++){let r=s[e];n&&n.equals(r)||(t.push(r),n=r)}}return this.autoClose&&t.length>1&&!t[t.length-1].equals(t[0])&&t.push(t[0]),t}copy(e){super.copy(e),this.curves=[];for(let t=0,n=e.curves.length;t<n;t++){let n=e.curves[t];this.curves.push(n.clone())}return this.autoClose=e.autoClose,this.cacheLengths=null,this}toJSON(){let e=super.toJSON();e.autoClose=this.autoClose,e.curves=[];for(let t=0,n=this.curves.length;t<n;t++){let n=this.curves[t];e.curves.push(n.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.autoClose=e.autoClose,this.curves=[];for(let t=0,n=e.curves.length;t<n;t++){let n=e.curves[t];this.curves.push(new au[n.type]().fromJSON(n))}return this.cacheLengths=null,this}},su=class extends ou{constructor(e){super(),this.type=`Path`,this.currentPoint=new W,e&&this.setFromPoints(e)}setFromPoints(e){this.moveTo(e[0].x,e[0].y);for(let t=1,n=e.length;t<n;t++)this.lineTo(e[t].x,e[t].y);return this}moveTo(e,t){return this.currentPoint.set(e,t),this}lineTo(e,t){let n=new eu(this.currentPoint.clone(),new W(e,t));return this.curves.push(n),this.currentPoint.set(e,t),this}quadraticCurveTo(e,t,n,r){let i=new nu(this.currentPoint.clone(),new W(e,t),new W(n,r));return this.curves.push(i),this.currentPoint.set(n,r),this}bezierCurveTo(e,t,n,r,i,a){let o=new Ql(this.currentPoint.clone(),new W(e,t),new W(n,r),new W(i,a));return this.curves.push(o),this.currentPoint.set(i,a),this}splineThru(e){let t=new iu([this.currentPoint.clone()].concat(e));return this.curves.push(t),this.currentPoint.copy(e[e.length-1]),this}arc(e,t,n,r,i,a){let o=this.currentPoint.x,s=this.currentPoint.y;return this.absarc(e+o,t+s,n,r,i,a),this}absarc(e,t,n,r,i,a){return this.absellipse(e,t,n,n,r,i,a),this}ellipse(e,t,n,r,i,a,o,s){let c=this.currentPoint.x,l=this.currentPoint.y;return this.absellipse(e+c,t+l,n,r,i,a,o,s),this}absellipse(e,t,n,r,i,a,o,s){let c=new Nl(e,t,n,r,i,a,o,s);if(this.curves.length>0){let e=c.getPoint(0);e.equals(this.currentPoint)||this.lineTo(e.x,e.y)}this.curves.push(c);let l=c.getPoint(1);return this.currentPoint.copy(l),this}copy(e){return super.copy(e),this.currentPoint.copy(e.currentPoint),this}toJSON(){let e=super.toJSON();return e.currentPoint=this.currentPoint.toArray(),e}fromJSON(e){return super.fromJSON(e),this.currentPoint.fromArray(e.currentPoint),this}},cu=class extends su{constructor(e){super(e),this.uuid=ro(),this.type=`Shape`,this.holes=[]}getPointsHoles(e){let t=[];for(let n=0,r=this.holes.length;n<r;n++)t[n]=this.holes[n].getPoints(e);return t}extractPoints(e){return{shape:this.getPoints(e),holes:this.getPointsHoles(e)}}copy(e){super.copy(e),this.holes=[];for(let t=0,n=e.holes.length;t<n;t++){let n=e.holes[t];this.holes.push(n.clone())}return this}toJSON(){let e=super.toJSON();e.uuid=this.uuid,e.holes=[];for(let t=0,n=this.holes.length;t<n;t++){let n=this.holes[t];e.holes.push(n.toJSON())}return e}fromJSON(e){super.fromJSON(e),this.uuid=e.uuid,this.holes=[];for(let t=0,n=e.holes.length;t<n;t++){let n=e.holes[t];this.holes.push(new su().fromJSON(n))}return this}};function lu(e,t,n=2){let r=t&&t.length,i=r?t[0]*n:e.length,a=uu(e,0,i,n,!0),o=[];if(!a||a.next===a.prev)return o;let s,c,l;if(r&&(a=_u(e,t,a,n)),e.length>80*n){s=e[0],c=e[1];let t=s,r=c;for(let a=n;a<i;a+=n){let n=e[a],i=e[a+1];n<s&&(s=n),i<c&&(c=i),n>t&&(t=n),i>r&&(r=i)}l=Math.max(t-s,r-c),l=l===0?0:32767/l}return fu(a,o,n,s,c,l,0),o}function uu(e,t,n,r,i){let a;if(i===Vu(e,t,n,r)>0)for(let i=t;i<n;i+=r)a=Ru(i/r|0,e[i],e[i+1],a);else for(let i=n-r;i>=t;i-=r)a=Ru(i/r|0,e[i],e[i+1],a);return a&&Au(a,a.next)&&(zu(a),a=a.next),a}function du(e,t){if(!e)return e;t||=e;let n=e,r;do if(r=!1,!n.steiner&&(Au(n,n.next)||ku(n.prev,n,n.next)===0)){if(zu(n),n=t=n.prev,n===n.next)break;r=!0}else n=n.next;while(r||n!==t);return t}function fu(e,t,n,r,i,a,o){if(!e)return;!o&&a&&Su(e,r,i,a);let s=e;for(;e.prev!==e.next;){let c=e.prev,l=e.next;if(a?mu(e,r,i,a):pu(e))t.push(c.i,e.i,l.i),zu(e),e=l.next,s=l.next;else if(e=l,e===s){o?o===1?(e=hu(du(e),t),fu(e,t,n,r,i,a,2)):o===2&&gu(e,t,n,r,i,a):fu(du(e),t,n,r,i,a,1);break}}}function pu(e){let t=e.prev,n=e,r=e.next;if(ku(t,n,r)>=0)return!1;let i=t.x,a=n.x,o=r.x,s=t.y,c=n.y,l=r.y,u=Math.min(i,a,o),d=Math.min(s,c,l),f=Math.max(i,a,o),p=Math.max(s,c,l),m=r.next;for(;m!==t;){if(m.x>=u&&m.x<=f&&m.y>=d&&m.y<=p&&Du(i,s,a,c,o,l,m.x,m.y)&&ku(m.prev,m,m.next)>=0)return!1;m=m.next}return!0}function mu(e,t,n,r){let i=e.prev,a=e,o=e.next;if(ku(i,a,o)>=0)return!1;let s=i.x,c=a.x,l=o.x,u=i.y,d=a.y,f=o.y,p=Math.min(s,c,l),m=Math.min(u,d,f),h=Math.max(s,c,l),g=Math.max(u,d,f),_=wu(p,m,t,n,r),v=wu(h,g,t,n,r),y=e.prevZ,b=e.nextZ;for(;y&&y.z>=_&&b&&b.z<=v;){if(y.x>=p&&y.x<=h&&y.y>=m&&y.y<=g&&y!==i&&y!==o&&Du(s,u,c,d,l,f,y.x,y.y)&&ku(y.prev,y,y.next)>=0||(y=y.prevZ,b.x>=p&&b.x<=h&&b.y>=m&&b.y<=g&&b!==i&&b!==o&&Du(s,u,c,d,l,f,b.x,b.y)&&ku(b.prev,b,b.next)>=0))return!1;b=b.nextZ}for(;y&&y.z>=_;){if(y.x>=p&&y.x<=h&&y.y>=m&&y.y<=g&&y!==i&&y!==o&&Du(s,u,c,d,l,f,y.x,y.y)&&ku(y.prev,y,y.next)>=0)return!1;y=y.prevZ}for(;b&&b.z<=v;){if(b.x>=p&&b.x<=h&&b.y>=m&&b.y<=g&&b!==i&&b!==o&&Du(s,u,c,d,l,f,b.x,b.y)&&ku(b.prev,b,b.next)>=0)return!1;b=b.nextZ}return!0}function hu(e,t){let n=e;do{let r=n.prev,i=n.next.next;!Au(r,i)&&ju(r,n,n.next,i)&&Fu(r,i)&&Fu(i,r)&&(t.push(r.i,n.i,i.i),zu(n),zu(n.next),n=e=i),n=n.next}while(n!==e);return du(n)}function gu(e,t,n,r,i,a){let o=e;do{let e=o.next.next;for(;e!==o.prev;){if(o.i!==e.i&&Ou(o,e)){let s=Lu(o,e);o=du(o,o.next),s=du(s,s.next),fu(o,t,n,r,i,a,0),fu(s,t,n,r,i,a,0);return}e=e.next}o=o.next}while(o!==e)}function _u(e,t,n,r){let i=[];for(let n=0,a=t.length;n<a;n++){let o=uu(e,t[n]*r,n<a-1?t[n+1]*r:e.length,r,!1);o===o.next&&(o.steiner=!0),i.push(Tu(o))}i.sort(vu);for(let e=0;e<i.length;e++)n=yu(i[e],n);return n}function vu(e,t){let n=e.x-t.x;return n===0&&(n=e.y-t.y,n===0&&(n=(e.next.y-e.y)/(e.next.x-e.x)-(t.next.y-t.y)/(t.next.x-t.x))),n}function yu(e,t){let n=bu(e,t);if(!n)return t;let r=Lu(n,e);return du(r,r.next),du(n,n.next)}function bu(e,t){let n=t,r=e.x,i=e.y,a=-1/0,o;if(Au(e,n))return n;do{if(Au(e,n.next))return n.next;if(i<=n.y&&i>=n.next.y&&n.next.y!==n.y){let e=n.x+(i-n.y)*(n.next.x-n.x)/(n.next.y-n.y);if(e<=r&&e>a&&(a=e,o=n.x<n.next.x?n:n.next,e===r))return o}n=n.next}while(n!==t);if(!o)return null;let s=o,c=o.x,l=o.y,u=1/0;n=o;do{if(r>=n.x&&n.x>=c&&r!==n.x&&Eu(i<l?r:a,i,c,l,i<l?a:r,i,n.x,n.y)){let t=Math.abs(i-n.y)/(r-n.x);Fu(n,e)&&(t<u||t===u&&(n.x>o.x||n.x===o.x&&xu(o,n)))&&(o=n,u=t)}n=n.next}while(n!==s);return o}function xu(e,t){return ku(e.prev,e,t.prev)<0&&ku(t.next,e,e.next)<0}function Su(e,t,n,r){let i=e;do i.z===0&&(i.z=wu(i.x,i.y,t,n,r)),i.prevZ=i.prev,i.nextZ=i.next,i=i.next;while(i!==e);i.prevZ.nextZ=null,i.prevZ=null,Cu(i)}function Cu(e){let t,n=1;do{let r=e,i;e=null;let a=null;for(t=0;r;){t++;let o=r,s=0;for(let e=0;e<n&&(s++,o=o.nextZ,o);e++);let c=n;for(;s>0||c>0&&o;)s!==0&&(c===0||!o||r.z<=o.z)?(i=r,r=r.nextZ,s--):(i=o,o=o.nextZ,c--),a?a.nextZ=i:e=i,i.prevZ=a,a=i;r=o}a.nextZ=null,n*=2}while(t>1);return e}function wu(e,t,n,r,i){return e=(e-n)*i|0,t=(t-r)*i|0,e=(e|e<<8)&16711935,e=(e|e<<4)&252645135,e=(e|e<<2)&858993459,e=(e|e<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,e|t<<1}function Tu(e){let t=e,n=e;do(t.x<n.x||t.x===n.x&&t.y<n.y)&&(n=t),t=t.next;while(t!==e);return n}function Eu(e,t,n,r,i,a,o,s){return(i-o)*(t-s)>=(e-o)*(a-s)&&(e-o)*(r-s)>=(n-o)*(t-s)&&(n-o)*(a-s)>=(i-o)*(r-s)}function Du(e,t,n,r,i,a,o,s){return(e!==o||t!==s)&&Eu(e,t,n,r,i,a,o,s)}function Ou(e,t){return e.next.i!==t.i&&e.prev.i!==t.i&&!Pu(e,t)&&(Fu(e,t)&&Fu(t,e)&&Iu(e,t)&&(ku(e.prev,e,t.prev)||ku(e,t.prev,t))||Au(e,t)&&ku(e.prev,e,e.next)>0&&ku(t.prev,t,t.next)>0)}function ku(e,t,n){return(t.y-e.y)*(n.x-t.x)-(t.x-e.x)*(n.y-t.y)}function Au(e,t){return e.x===t.x&&e.y===t.y}function ju(e,t,n,r){let i=Nu(ku(e,t,n)),a=Nu(ku(e,t,r)),o=Nu(ku(n,r,e)),s=Nu(ku(n,r,t));return!!(i!==a&&o!==s||i===0&&Mu(e,n,t)||a===0&&Mu(e,r,t)||o===0&&Mu(n,e,r)||s===0&&Mu(n,t,r))}function Mu(e,t,n){return t.x<=Math.max(e.x,n.x)&&t.x>=Math.min(e.x,n.x)&&t.y<=Math.max(e.y,n.y)&&t.y>=Math.min(e.y,n.y)}function Nu(e){return e>0?1:e<0?-1:0}function Pu(e,t){let n=e;do{if(n.i!==e.i&&n.next.i!==e.i&&n.i!==t.i&&n.next.i!==t.i&&ju(n,n.next,e,t))return!0;n=n.next}while(n!==e);return!1}function Fu(e,t){return ku(e.prev,e,e.next)<0?ku(e,t,e.next)>=0&&ku(e,e.prev,t)>=0:ku(e,t,e.prev)<0||ku(e,e.next,t)<0}function Iu(e,t){let n=e,r=!1,i=(e.x+t.x)/2,a=(e.y+t.y)/2;do n.y>a!=n.next.y>a&&n.next.y!==n.y&&i<(n.next.x-n.x)*(a-n.y)/(n.next.y-n.y)+n.x&&(r=!r),n=n.next;while(n!==e);return r}function Lu(e,t){let n=Bu(e.i,e.x,e.y),r=Bu(t.i,t.x,t.y),i=e.next,a=t.prev;return e.next=t,t.prev=e,n.next=i,i.prev=n,r.next=n,n.prev=r,a.next=r,r.prev=a,r}function Ru(e,t,n,r){let i=Bu(e,t,n);return r?(i.next=r.next,i.prev=r,r.next.prev=i,r.next=i):(i.prev=i,i.next=i),i}function zu(e){e.next.prev=e.prev,e.prev.next=e.next,e.prevZ&&(e.prevZ.nextZ=e.nextZ),e.nextZ&&(e.nextZ.prevZ=e.prevZ)}function Bu(e,t,n){return{i:e,x:t,y:n,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Vu(e,t,n,r){let i=0;for(let a=t,o=n-r;a<n;a+=r)i+=(e[o]-e[a])*(e[a+1]+e[o+1]),o=a;return i}var Hu=class{static triangulate(e,t,n=2){return lu(e,t,n)}},Uu=class e{static area(e){let t=e.length,n=0;for(let r=t-1,i=0;i<t;r=i++)n+=e[r].x*e[i].y-e[i].x*e[r].y;return n*.5}static isClockWise(t){return e.area(t)<0}static triangulateShape(e,t){let n=[],r=[],i=[];Wu(e),Gu(n,e);let a=e.length;t.forEach(Wu);for(let e=0;e<t.length;e++)r.push(a),a+=t[e].length,Gu(n,t[e]);let o=Hu.triangulate(n,r);for(let e=0;e<o.length;e+=3)i.push(o.slice(e,e+3));return i}};function Wu(e){let t=e.length;t>2&&e[t-1].equals(e[0])&&e.pop()}function Gu(e,t){for(let n=0;n<t.length;n++)e.push(t[n].x),e.push(t[n].y)}var Ku=class e extends wc{constructor(e=1,t=1,n=1,r=1){super(),this.type=`PlaneGeometry`,this.parameters={width:e,height:t,widthSegments:n,heightSegments:r};let i=e/2,a=t/2,o=Math.floor(n),s=Math.floor(r),c=o+1,l=s+1,u=e/o,d=t/s,f=[],p=[],m=[],h=[];for(let e=0;e<l;e++){let t=e*d-a;for(let n=0;n<c;n++){let r=n*u-i;p.push(r,-t,0),m.push(0,0,1),h.push(n/o),h.push(1-e/s)}}for(let e=0;e<s;e++)for(let t=0;t<o;t++){let n=t+c*e,r=t+c*(e+1),i=t+1+c*(e+1),a=t+1+c*e;f.push(n,r,a),f.push(r,i,a)}this.setIndex(f),this.setAttribute(`position`,new Y(p,3)),this.setAttribute(`normal`,new Y(m,3)),this.setAttribute(`uv`,new Y(h,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.width,t.height,t.widthSegments,t.heightSegments)}},qu=class e extends wc{constructor(e=.5,t=1,n=32,r=1,i=0,a=Math.PI*2){super(),this.type=`RingGeometry`,this.parameters={innerRadius:e,outerRadius:t,thetaSegments:n,phiSegments:r,thetaStart:i,thetaLength:a},n=Math.max(3,n),r=Math.max(1,r);let o=[],s=[],c=[],l=[],u=e,d=(t-e)/r,f=new G,p=new W;for(let e=0;e<=r;e++){for(let e=0;e<=n;e++){let r=i+e/n*a;f.x=u*Math.cos(r),f.y=u*Math.sin(r),s.push(f.x,f.y,f.z),c.push(0,0,1),p.x=(f.x/t+1)/2,p.y=(f.y/t+1)/2,l.push(p.x,p.y)}u+=d}for(let e=0;e<r;e++){let t=e*(n+1);for(let e=0;e<n;e++){let r=e+t,i=r,a=r+n+1,s=r+n+2,c=r+1;o.push(i,a,c),o.push(a,s,c)}}this.setIndex(o),this.setAttribute(`position`,new Y(s,3)),this.setAttribute(`normal`,new Y(c,3)),this.setAttribute(`uv`,new Y(l,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.innerRadius,t.outerRadius,t.thetaSegments,t.phiSegments,t.thetaStart,t.thetaLength)}},Ju=class e extends wc{constructor(e=new cu([new W(0,.5),new W(-.5,-.5),new W(.5,-.5)]),t=12){super(),this.type=`ShapeGeometry`,this.parameters={shapes:e,curveSegments:t};let n=[],r=[],i=[],a=[],o=0,s=0;if(Array.isArray(e)===!1)c(e);else for(let t=0;t<e.length;t++)c(e[t]),this.addGroup(o,s,t),o+=s,s=0;this.setIndex(n),this.setAttribute(`position`,new Y(r,3)),this.setAttribute(`normal`,new Y(i,3)),this.setAttribute(`uv`,new Y(a,2));function c(e){let o=r.length/3,c=e.extractPoints(t),l=c.shape,u=c.holes;Uu.isClockWise(l)===!1&&(l=l.reverse());for(let e=0,t=u.length;e<t;e++){let t=u[e];Uu.isClockWise(t)===!0&&(u[e]=t.reverse())}let d=Uu.triangulateShape(l,u);for(let e=0,t=u.length;e<t;e++){let t=u[e];l=l.concat(t)}for(let e=0,t=l.length;e<t;e++){let t=l[e];r.push(t.x,t.y,0),i.push(0,0,1),a.push(t.x,t.y)}for(let e=0,t=d.length;e<t;e++){let t=d[e],r=t[0]+o,i=t[1]+o,a=t[2]+o;n.push(r,i,a),s+=3}}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}toJSON(){let e=super.toJSON(),t=this.parameters.shapes;return Yu(t,e)}static fromJSON(t,n){let r=[];for(let e=0,i=t.shapes.length;e<i;e++){let i=n[t.shapes[e]];r.push(i)}return new e(r,t.curveSegments)}};function Yu(e,t){if(t.shapes=[],Array.isArray(e))for(let n=0,r=e.length;n<r;n++){let r=e[n];t.shapes.push(r.uuid)}else t.shapes.push(e.uuid);return t}var Xu=class e extends wc{constructor(e=1,t=32,n=16,r=0,i=Math.PI*2,a=0,o=Math.PI){super(),this.type=`SphereGeometry`,this.parameters={radius:e,widthSegments:t,heightSegments:n,phiStart:r,phiLength:i,thetaStart:a,thetaLength:o},t=Math.max(3,Math.floor(t)),n=Math.max(2,Math.floor(n));let s=Math.min(a+o,Math.PI),c=0,l=[],u=new G,d=new G,f=[],p=[],m=[],h=[];for(let f=0;f<=n;f++){let g=[],_=f/n,v=a+_*o,y=e*Math.cos(v),b=Math.sqrt(e*e-y*y),x=0;f===0&&a===0?x=.5/t:f===n&&s===Math.PI&&(x=-.5/t);for(let e=0;e<=t;e++){let n=e/t,a=r+n*i;u.x=-b*Math.cos(a),u.y=y,u.z=b*Math.sin(a),p.push(u.x,u.y,u.z),d.copy(u).normalize(),m.push(d.x,d.y,d.z),h.push(n+x,1-_),g.push(c++)}l.push(g)}for(let e=0;e<n;e++)for(let r=0;r<t;r++){let t=l[e][r+1],i=l[e][r],o=l[e+1][r],c=l[e+1][r+1];(e!==0||a>0)&&f.push(t,i,c),(e!==n-1||s<Math.PI)&&f.push(i,o,c)}this.setIndex(f),this.setAttribute(`position`,new Y(p,3)),this.setAttribute(`normal`,new Y(m,3)),this.setAttribute(`uv`,new Y(h,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}},Zu=class e extends wc{constructor(e=1,t=.4,n=12,r=48,i=Math.PI*2,a=0,o=Math.PI*2){super(),this.type=`TorusGeometry`,this.parameters={radius:e,tube:t,radialSegments:n,tubularSegments:r,arc:i,thetaStart:a,thetaLength:o},n=Math.floor(n),r=Math.floor(r);let s=[],c=[],l=[],u=[],d=new G,f=new G,p=new G;for(let s=0;s<=n;s++){let m=a+s/n*o;for(let a=0;a<=r;a++){let o=a/r*i;f.x=(e+t*Math.cos(m))*Math.cos(o),f.y=(e+t*Math.cos(m))*Math.sin(o),f.z=t*Math.sin(m),c.push(f.x,f.y,f.z),d.x=e*Math.cos(o),d.y=e*Math.sin(o),p.subVectors(f,d).normalize(),l.push(p.x,p.y,p.z),u.push(a/r),u.push(s/n)}}for(let e=1;e<=n;e++)for(let t=1;t<=r;t++){let n=(r+1)*e+t-1,i=(r+1)*(e-1)+t-1,a=(r+1)*(e-1)+t,o=(r+1)*e+t;s.push(n,i,o),s.push(i,a,o)}this.setIndex(s),this.setAttribute(`position`,new Y(c,3)),this.setAttribute(`normal`,new Y(l,3)),this.setAttribute(`uv`,new Y(u,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(t){return new e(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc,t.thetaStart,t.thetaLength)}};function Qu(e){let t={};for(let n in e){t[n]={};for(let r in e[n]){let i=e[n][r];if(ed(i))i.isRenderTargetTexture?(V(`UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms().`),t[n][r]=null):t[n][r]=i.clone();else if(Array.isArray(i)){if(ed(i[0])){let e=[];for(let t=0,n=i.length;t<n;t++)e[t]=i[t].clone();t[n][r]=e}else t[n][r]=i.slice()}else t[n][r]=i}}return t}function $u(e){let t={};for(let n=0;n<e.length;n++){let r=Qu(e[n]);for(let e in r)t[e]=r[e]}return t}function ed(e){return e&&(e.isColor||e.isMatrix3||e.isMatrix4||e.isVector2||e.isVector3||e.isVector4||e.isTexture||e.isQuaternion)}function td(e){let t=[];for(let n=0;n<e.length;n++)t.push(e[n].clone());return t}function nd(e){let t=e.getRenderTarget();return t===null?e.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:q.workingColorSpace}var rd={clone:Qu,merge:$u},id=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,ad=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,od=class extends Ac{constructor(e){super(),this.isShaderMaterial=!0,this.type=`ShaderMaterial`,this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=id,this.fragmentShader=ad,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=Qu(e.uniforms),this.uniformsGroups=td(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let n in this.uniforms){let r=this.uniforms[n].value;r&&r.isTexture?t.uniforms[n]={type:`t`,value:r.toJSON(e).uuid}:r&&r.isColor?t.uniforms[n]={type:`c`,value:r.getHex()}:r&&r.isVector2?t.uniforms[n]={type:`v2`,value:r.toArray()}:r&&r.isVector3?t.uniforms[n]={type:`v3`,value:r.toArray()}:r&&r.isVector4?t.uniforms[n]={type:`v4`,value:r.toArray()}:r&&r.isMatrix3?t.uniforms[n]={type:`m3`,value:r.toArray()}:r&&r.isMatrix4?t.uniforms[n]={type:`m4`,value:r.toArray()}:t.uniforms[n]={value:r}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let n={};for(let e in this.extensions)this.extensions[e]===!0&&(n[e]=!0);return Object.keys(n).length>0&&(t.extensions=n),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let n in e.uniforms){let r=e.uniforms[n];switch(this.uniforms[n]={},r.type){case`t`:this.uniforms[n].value=t[r.value]||null;break;case`c`:this.uniforms[n].value=new J().setHex(r.value);break;case`v2`:this.uniforms[n].value=new W().fromArray(r.value);break;case`v3`:this.uniforms[n].value=new G().fromArray(r.value);break;case`v4`:this.uniforms[n].value=new Wo().fromArray(r.value);break;case`m3`:this.uniforms[n].value=new K().fromArray(r.value);break;case`m4`:this.uniforms[n].value=new Yo().fromArray(r.value);break;default:this.uniforms[n].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let t in e.extensions)this.extensions[t]=e.extensions[t];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},sd=class extends od{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type=`RawShaderMaterial`}},cd=class extends Ac{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type=`MeshDepthMaterial`,this.depthPacking=Ma,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},ld=class extends Ac{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type=`MeshDistanceMaterial`,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function ud(e,t){return!e||e.constructor===t?e:typeof t.BYTES_PER_ELEMENT==`number`?new t(e):Array.prototype.slice.call(e)}function dd(e){return e!==void 0&&e.inTangents!==void 0&&e.outTangents!==void 0}var fd=class{constructor(e,t,n,r){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=r===void 0?new t.constructor(n):r,this.sampleValues=t,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,n=this._cachedIndex,r=t[n],i=t[n-1];validate_interval:{seek:{let a;linear_scan:{forward_scan:if(!(e<r)){for(let a=n+2;;){if(r===void 0){if(e<i)break forward_scan;return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(i=r,r=t[++n],e<r)break seek}a=t.length;break linear_scan}if(!(e>=i)){let o=t[1];e<o&&(n=2,i=o);for(let a=n-2;;){if(i===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===a)break;if(r=i,i=t[--n-1],e>=i)break seek}a=n,n=0;break linear_scan}break validate_interval}for(;n<a;){let r=n+a>>>1;e<t[r]?a=r:n=r+1}if(r=t[n],i=t[n-1],i===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(r===void 0)return n=t.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,i,r)}return this.interpolate_(n,i,e,r)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,n=this.sampleValues,r=this.valueSize,i=e*r;for(let e=0;e!==r;++e)t[e]=n[i+e];return t}interpolate_(){throw Error(`THREE.Interpolant: Call to abstract method.`)}intervalChanged_(){}},pd=class extends fd{constructor(e,t,n,r){super(e,t,n,r),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:ka,endingEnd:ka}}intervalChanged_(e,t,n){let r=this.parameterPositions,i=e-2,a=e+1,o=r[i],s=r[a];if(o===void 0)switch(this.getSettings_().endingStart){case Aa:i=e,o=2*t-n;break;case ja:i=r.length-2,o=t+r[i]-r[i+1];break;default:i=e,o=n}if(s===void 0)switch(this.getSettings_().endingEnd){case Aa:a=e,s=2*n-t;break;case ja:a=1,s=n+r[1]-r[0];break;default:a=e-1,s=t}let c=(n-t)*.5,l=this.valueSize;this._weightPrev=c/(t-o),this._weightNext=c/(s-n),this._offsetPrev=i*l,this._offsetNext=a*l}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=this._offsetPrev,u=this._offsetNext,d=this._weightPrev,f=this._weightNext,p=(n-t)/(r-t),m=p*p,h=m*p,g=-d*h+2*d*m-d*p,_=(1+d)*h+(-1.5-2*d)*m+(-.5+d)*p+1,v=(-1-f)*h+(1.5+f)*m+.5*p,y=f*h-f*m;for(let e=0;e!==o;++e)i[e]=g*a[l+e]+_*a[c+e]+v*a[s+e]+y*a[u+e];return i}},md=class extends fd{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=(n-t)/(r-t),u=1-l;for(let e=0;e!==o;++e)i[e]=a[c+e]*u+a[s+e]*l;return i}},hd=class extends fd{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e){return this.copySampleValue_(e-1)}},gd=class extends fd{interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=e*o,c=s-o,l=this.inTangents,u=this.outTangents;if(!l||!u){let e=(n-t)/(r-t),l=1-e;for(let t=0;t!==o;++t)i[t]=a[c+t]*l+a[s+t]*e;return i}let d=o*2,f=e-1;for(let p=0;p!==o;++p){let o=a[c+p],m=a[s+p],h=f*d+p*2,g=u[h],_=u[h+1],v=e*d+p*2,y=l[v],b=l[v+1],x=yd(n,t,g,y,r);i[p]=_d(x,o,_,b,m)}return i}};function _d(e,t,n,r,i){let a=1-e;return a*a*a*t+3*a*a*e*n+3*a*e*e*r+e*e*e*i}function vd(e,t,n,r,i){let a=1-e;return 3*a*a*(n-t)+6*a*e*(r-n)+3*e*e*(i-r)}function yd(e,t,n,r,i){let a=(e-t)/(i-t);for(let o=0;o<8;o++){let o=_d(a,t,n,r,i)-e;if(Math.abs(o)<1e-10)break;let s=vd(a,t,n,r,i);if(Math.abs(s)<1e-10)break;a=Math.max(0,Math.min(1,a-o/s))}return a}var bd=class{constructor(e,t,n,r){if(e===void 0)throw Error(`THREE.KeyframeTrack: track name is undefined`);if(t===void 0||t.length===0)throw Error(`THREE.KeyframeTrack: no keyframes in track named `+e);this.name=e,this.times=ud(t,this.TimeBufferType),this.values=ud(n,this.ValueBufferType),this.setInterpolation(r||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,n;if(t.toJSON!==this.toJSON)n=t.toJSON(e);else{n={name:e.name,times:ud(e.times,Array),values:ud(e.values,Array)};let t=e.getInterpolation();t!==e.DefaultInterpolation&&(n.interpolation=t),dd(e.settings)&&(n.settings={inTangents:ud(e.settings.inTangents,Array),outTangents:ud(e.settings.outTangents,Array)})}return n.type=e.ValueTypeName,n}InterpolantFactoryMethodDiscrete(e){return new hd(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new md(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new pd(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new gd(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case Ta:t=this.InterpolantFactoryMethodDiscrete;break;case Ea:t=this.InterpolantFactoryMethodLinear;break;case Da:t=this.InterpolantFactoryMethodSmooth;break;case Oa:t=this.InterpolantFactoryMethodBezier}if(t===void 0){let t=`unsupported interpolation for `+this.ValueTypeName+` keyframe track named `+this.name;if(this.createInterpolant===void 0){if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw Error(t)}return V(`KeyframeTrack:`,t),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Ta;case this.InterpolantFactoryMethodLinear:return Ea;case this.InterpolantFactoryMethodSmooth:return Da;case this.InterpolantFactoryMethodBezier:return Oa}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let n=0,r=t.length;n!==r;++n)t[n]+=e;dd(this.settings)&&(xd(this.settings.inTangents,e),xd(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let n=0,r=t.length;n!==r;++n)t[n]*=e;dd(this.settings)&&(Sd(this.settings.inTangents,e),Sd(this.settings.outTangents,e))}return this}trim(e,t){let n=this.times,r=n.length,i=0,a=r-1;for(;i!==r&&n[i]<e;)++i;for(;a!==-1&&n[a]>t;)--a;if(++a,i!==0||a!==r){i>=a&&(a=Math.max(a,1),i=a-1);let e=this.getValueSize();this.times=n.slice(i,a),this.values=this.values.slice(i*e,a*e)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(H(`KeyframeTrack: Invalid value size in track.`,this),e=!1);let n=this.times,r=this.values,i=n.length;i===0&&(H(`KeyframeTrack: Track is empty.`,this),e=!1);let a=null;for(let t=0;t!==i;t++){let r=n[t];if(typeof r==`number`&&isNaN(r)){H(`KeyframeTrack: Time is not a valid number.`,this,t,r),e=!1;break}if(a!==null&&a>r){H(`KeyframeTrack: Out of order keys.`,this,t,r,a),e=!1;break}a=r}if(r!==void 0&&Ua(r))for(let t=0,n=r.length;t!==n;++t){let n=r[t];if(isNaN(n)){H(`KeyframeTrack: Value is not a valid number.`,this,t,n),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),n=this.getValueSize(),r=this.getInterpolation()===Da,i=e.length-1,a=1;for(let o=1;o<i;++o){let i=!1,s=e[o];if(s!==e[o+1]&&(o!==1||s!==e[0])){if(r)i=!0;else{let e=o*n,r=e-n,a=e+n;for(let o=0;o!==n;++o){let n=t[e+o];if(n!==t[r+o]||n!==t[a+o]){i=!0;break}}}}if(i){if(o!==a){e[a]=e[o];let r=o*n,i=a*n;for(let e=0;e!==n;++e)t[i+e]=t[r+e]}++a}}if(i>0){e[a]=e[i];for(let e=i*n,r=a*n,o=0;o!==n;++o)t[r+o]=t[e+o];++a}return a===e.length?(this.times=e,this.values=t):(this.times=e.slice(0,a),this.values=t.slice(0,a*n)),this}clone(){let e=this.times.slice(),t=this.values.slice(),n=this.constructor,r=new n(this.name,e,t);return r.createInterpolant=this.createInterpolant,dd(this.settings)&&(r.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),r}};function xd(e,t){for(let n=0,r=e.length;n!==r;n+=2)e[n]+=t}function Sd(e,t){for(let n=0,r=e.length;n!==r;n+=2)e[n]*=t}bd.prototype.ValueTypeName=``,bd.prototype.TimeBufferType=Float32Array,bd.prototype.ValueBufferType=Float32Array,bd.prototype.DefaultInterpolation=Ea;var Cd=class extends bd{constructor(e,t,n){super(e,t,n)}};Cd.prototype.ValueTypeName=`bool`,Cd.prototype.ValueBufferType=Array,Cd.prototype.DefaultInterpolation=Ta,Cd.prototype.InterpolantFactoryMethodLinear=void 0,Cd.prototype.InterpolantFactoryMethodSmooth=void 0;var wd=class extends bd{constructor(e,t,n,r){super(e,t,n,r)}};wd.prototype.ValueTypeName=`color`;var Td=class extends bd{constructor(e,t,n,r){super(e,t,n,r)}};Td.prototype.ValueTypeName=`number`;var Ed=class extends fd{constructor(e,t,n,r){super(e,t,n,r)}interpolate_(e,t,n,r){let i=this.resultBuffer,a=this.sampleValues,o=this.valueSize,s=(n-t)/(r-t),c=e*o;for(let e=c+o;c!==e;c+=4)Do.slerpFlat(i,0,a,c-o,a,c,s);return i}},Dd=class extends bd{constructor(e,t,n,r){super(e,t,n,r)}InterpolantFactoryMethodLinear(e){return new Ed(this.times,this.values,this.getValueSize(),e)}};Dd.prototype.ValueTypeName=`quaternion`,Dd.prototype.InterpolantFactoryMethodSmooth=void 0;var Od=class extends bd{constructor(e,t,n){super(e,t,n)}};Od.prototype.ValueTypeName=`string`,Od.prototype.ValueBufferType=Array,Od.prototype.DefaultInterpolation=Ta,Od.prototype.InterpolantFactoryMethodLinear=void 0,Od.prototype.InterpolantFactoryMethodSmooth=void 0;var kd=class extends bd{constructor(e,t,n,r){super(e,t,n,r)}};kd.prototype.ValueTypeName=`vector`;var Ad=new G,jd=new Do,Md=new G,Nd=class extends Ss{constructor(){super(),this.isCamera=!0,this.type=`Camera`,this.matrixWorldInverse=new Yo,this.projectionMatrix=new Yo,this.projectionMatrixInverse=new Yo,this.coordinateSystem=Va,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Ad,jd,Md),Md.x===1&&Md.y===1&&Md.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ad,jd,Md.set(1,1,1)).invert()}updateWorldMatrix(e,t,n=!1){super.updateWorldMatrix(e,t,n),this.matrixWorld.decompose(Ad,jd,Md),Md.x===1&&Md.y===1&&Md.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Ad,jd,Md.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},Pd=new G,Fd=new W,Id=new W,Ld=class extends Nd{constructor(e=50,t=1,n=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type=`PerspectiveCamera`,this.fov=e,this.zoom=1,this.near=n,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=no*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(to*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return no*2*Math.atan(Math.tan(to*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,n){Pd.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(Pd.x,Pd.y).multiplyScalar(-e/Pd.z),Pd.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(Pd.x,Pd.y).multiplyScalar(-e/Pd.z)}getViewSize(e,t){return this.getViewBounds(e,Fd,Id),t.subVectors(Id,Fd)}setViewOffset(e,t,n,r,i,a){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=r,this.view.width=i,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(to*.5*this.fov)/this.zoom,n=2*t,r=this.aspect*n,i=-.5*r,a=this.view;if(this.view!==null&&this.view.enabled){let e=a.fullWidth,o=a.fullHeight;i+=a.offsetX*r/e,t-=a.offsetY*n/o,r*=a.width/e,n*=a.height/o}let o=this.filmOffset;o!==0&&(i+=e*o/this.getFilmWidth()),this.projectionMatrix.makePerspective(i,i+r,t,t-n,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}},Rd=class extends Nd{constructor(e=-1,t=1,n=1,r=-1,i=.1,a=2e3){super(),this.isOrthographicCamera=!0,this.type=`OrthographicCamera`,this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=n,this.bottom=r,this.near=i,this.far=a,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,n,r,i,a){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=n,this.view.offsetY=r,this.view.width=i,this.view.height=a,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,r=(this.top+this.bottom)/2,i=n-e,a=n+e,o=r+t,s=r-t;if(this.view!==null&&this.view.enabled){let e=(this.right-this.left)/this.view.fullWidth/this.zoom,t=(this.top-this.bottom)/this.view.fullHeight/this.zoom;i+=e*this.view.offsetX,a=i+e*this.view.width,o-=t*this.view.offsetY,s=o-t*this.view.height}this.projectionMatrix.makeOrthographic(i,a,o,s,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}},zd=-90,Bd=1,Vd=class extends Ss{constructor(e,t,n){super(),this.type=`CubeCamera`,this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new Ld(zd,Bd,e,t);r.layers=this.layers,this.add(r);let i=new Ld(zd,Bd,e,t);i.layers=this.layers,this.add(i);let a=new Ld(zd,Bd,e,t);a.layers=this.layers,this.add(a);let o=new Ld(zd,Bd,e,t);o.layers=this.layers,this.add(o);let s=new Ld(zd,Bd,e,t);s.layers=this.layers,this.add(s);let c=new Ld(zd,Bd,e,t);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[n,r,i,a,o,s]=t;for(let e of t)this.remove(e);if(e===2e3)n.up.set(0,1,0),n.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),i.up.set(0,0,-1),i.lookAt(0,1,0),a.up.set(0,0,1),a.lookAt(0,-1,0),o.up.set(0,1,0),o.lookAt(0,0,1),s.up.set(0,1,0),s.lookAt(0,0,-1);else if(e===2001)n.up.set(0,-1,0),n.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),i.up.set(0,0,1),i.lookAt(0,1,0),a.up.set(0,0,-1),a.lookAt(0,-1,0),o.up.set(0,-1,0),o.lookAt(0,0,1),s.up.set(0,-1,0),s.lookAt(0,0,-1);else throw Error(`THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: `+e);for(let e of t)this.add(e),e.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[i,a,o,s,c,l]=this.children,u=e.getRenderTarget(),d=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),p=e.xr.enabled;e.xr.enabled=!1;let m=n.texture.mipmapsAutoUpdate;n.texture.mipmapsAutoUpdate=!1;let h=!1;h=e.isWebGLRenderer===!0?e.state.buffers.depth.getReversed():e.reversedDepthBuffer,e.setRenderTarget(n,0,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,i),e.setRenderTarget(n,1,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,a),e.setRenderTarget(n,2,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(n,3,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(n,4,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),n.texture.mipmapsAutoUpdate=m,e.setRenderTarget(n,5,r),h&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(u,d,f),e.xr.enabled=p,n.texture.needsPMREMUpdate=!0}},Hd=class extends Ld{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}},Ud=`\\[\\]\\.:\\/`,Wd=RegExp(`[\\[\\]\\.:\\/]`,`g`),Gd=`[^\\[\\]\\.:\\/]`,Kd=`[^`+Ud.replace(`\\.`,``)+`]`,qd=`((?:WC+[\\/:])*)`.replace(`WC`,Gd),Jd=`(WCOD+)?`.replace(`WCOD`,Kd),Yd=`(?:\\.(WC+)(?:\\[(.+)\\])?)?`.replace(`WC`,Gd),Xd=`\\.(WC+)(?:\\[(.+)\\])?`.replace(`WC`,Gd),Zd=RegExp(`^`+qd+Jd+Yd+Xd+`$`),Qd=[`material`,`materials`,`bones`,`map`],$d=class{constructor(e,t,n){let r=n||ef.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,r)}getValue(e,t){this.bind();let n=this._targetGroup.nCachedObjects_,r=this._bindings[n];r!==void 0&&r.getValue(e,t)}setValue(e,t){let n=this._bindings;for(let r=this._targetGroup.nCachedObjects_,i=n.length;r!==i;++r)n[r].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,n=e.length;t!==n;++t)e[t].unbind()}},ef=class e{constructor(t,n,r){this.path=n,this.parsedPath=r||e.parseTrackName(n),this.node=e.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,n,r){return t&&t.isAnimationObjectGroup?new e.Composite(t,n,r):new e(t,n,r)}static sanitizeNodeName(e){return e.replace(/\s/g,`_`).replace(Wd,``)}static parseTrackName(e){let t=Zd.exec(e);if(t===null)throw Error(`THREE.PropertyBinding: Cannot parse trackName: `+e);let n={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},r=n.nodeName&&n.nodeName.lastIndexOf(`.`);if(r!==void 0&&r!==-1){let e=n.nodeName.substring(r+1);Qd.indexOf(e)!==-1&&(n.nodeName=n.nodeName.substring(0,r),n.objectName=e)}if(n.propertyName===null||n.propertyName.length===0)throw Error(`THREE.PropertyBinding: can not parse propertyName from trackName: `+e);return n}static findNode(e,t){if(t===void 0||t===``||t===`.`||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let n=e.skeleton.getBoneByName(t);if(n!==void 0)return n}if(e.children){let n=function(e){for(let r=0;r<e.length;r++){let i=e[r];if(i.name===t||i.uuid===t)return i;let a=n(i.children);if(a)return a}return null},r=n(e.children);if(r)return r}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)e[t++]=n[r]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let n=this.resolvedProperty;for(let r=0,i=n.length;r!==i;++r)n[r]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let t=this.node,n=this.parsedPath,r=n.objectName,i=n.propertyName,a=n.propertyIndex;if(t||(t=e.findNode(this.rootNode,n.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){V(`PropertyBinding: No target node found for track: `+this.path+`.`);return}if(r){let e=n.objectIndex;switch(r){case`materials`:if(!t.material){H(`PropertyBinding: Can not bind to material as node does not have a material.`,this);return}if(!t.material.materials){H(`PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.`,this);return}t=t.material.materials;break;case`bones`:if(!t.skeleton){H(`PropertyBinding: Can not bind to bones as node does not have a skeleton.`,this);return}t=t.skeleton.bones;for(let n=0;n<t.length;n++)if(t[n].name===e){e=n;break}break;case`map`:if(`map`in t){t=t.map;break}if(!t.material){H(`PropertyBinding: Can not bind to material as node does not have a material.`,this);return}if(!t.material.map){H(`PropertyBinding: Can not bind to material.map as node.material does not have a map.`,this);return}t=t.material.map;break;default:if(t[r]===void 0){H(`PropertyBinding: Can not bind to objectName of node undefined.`,this);return}t=t[r]}if(e!==void 0){if(t[e]===void 0){H(`PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.`,this,t);return}t=t[e]}}let o=t[i];if(o===void 0){let e=n.nodeName;H(`PropertyBinding: Trying to update property for track: `+e+`.`+i+` but it wasn't found.`,t);return}let s=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?s=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(s=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(a!==void 0){if(i===`morphTargetInfluences`){if(!t.geometry){H(`PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.`,this);return}if(!t.geometry.morphAttributes){H(`PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.`,this);return}t.morphTargetDictionary[a]!==void 0&&(a=t.morphTargetDictionary[a])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=a}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=i;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][s]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};ef.Composite=$d,ef.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3},ef.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2},ef.prototype.GetterByBindingType=[ef.prototype._getValue_direct,ef.prototype._getValue_array,ef.prototype._getValue_arrayElement,ef.prototype._getValue_toArray],ef.prototype.SetterByBindingTypeAndVersioning=[[ef.prototype._setValue_direct,ef.prototype._setValue_direct_setNeedsUpdate,ef.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[ef.prototype._setValue_array,ef.prototype._setValue_array_setNeedsUpdate,ef.prototype._setValue_array_setMatrixWorldNeedsUpdate],[ef.prototype._setValue_arrayElement,ef.prototype._setValue_arrayElement_setNeedsUpdate,ef.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[ef.prototype._setValue_fromArray,ef.prototype._setValue_fromArray_setNeedsUpdate,ef.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]],class{static{this.prototype.isMatrix2=!0}constructor(e,t,n,r){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,n,r)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let n=0;n<4;n++)this.elements[n]=e[n+t];return this}set(e,t,n,r){let i=this.elements;return i[0]=e,i[2]=t,i[1]=n,i[3]=r,this}};function tf(e,t,n,r){let i=nf(r);switch(n){case Ni:return e*t;case Ri:return e*t/i.components*i.byteLength;case zi:return e*t/i.components*i.byteLength;case Bi:return e*t*2/i.components*i.byteLength;case Vi:return e*t*2/i.components*i.byteLength;case Pi:return e*t*3/i.components*i.byteLength;case Fi:return e*t*4/i.components*i.byteLength;case Hi:return e*t*4/i.components*i.byteLength;case Ui:case Wi:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case Gi:case Ki:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case Ji:case Xi:return Math.max(e,16)*Math.max(t,8)/4;case qi:case Yi:return Math.max(e,8)*Math.max(t,8)/2;case Zi:case Qi:case ea:case ta:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*8;case $i:case na:case ra:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case ia:return Math.floor((e+3)/4)*Math.floor((t+3)/4)*16;case aa:return Math.floor((e+4)/5)*Math.floor((t+3)/4)*16;case oa:return Math.floor((e+4)/5)*Math.floor((t+4)/5)*16;case sa:return Math.floor((e+5)/6)*Math.floor((t+4)/5)*16;case ca:return Math.floor((e+5)/6)*Math.floor((t+5)/6)*16;case la:return Math.floor((e+7)/8)*Math.floor((t+4)/5)*16;case ua:return Math.floor((e+7)/8)*Math.floor((t+5)/6)*16;case da:return Math.floor((e+7)/8)*Math.floor((t+7)/8)*16;case fa:return Math.floor((e+9)/10)*Math.floor((t+4)/5)*16;case pa:return Math.floor((e+9)/10)*Math.floor((t+5)/6)*16;case ma:return Math.floor((e+9)/10)*Math.floor((t+7)/8)*16;case ha:return Math.floor((e+9)/10)*Math.floor((t+9)/10)*16;case ga:return Math.floor((e+11)/12)*Math.floor((t+9)/10)*16;case _a:return Math.floor((e+11)/12)*Math.floor((t+11)/12)*16;case va:case ya:case ba:return Math.ceil(e/4)*Math.ceil(t/4)*16;case xa:case Sa:return Math.ceil(e/4)*Math.ceil(t/4)*8;case Ca:case wa:return Math.ceil(e/4)*Math.ceil(t/4)*16}throw Error(`Unable to determine texture byte length for ${n} format.`)}function nf(e){switch(e){case bi:case xi:return{byteLength:1,components:1};case Ci:case Si:case Di:return{byteLength:2,components:1};case Oi:case ki:return{byteLength:2,components:4};case Ti:case wi:case Ei:return{byteLength:4,components:1};case ji:case Mi:return{byteLength:4,components:3}}throw Error(`THREE.TextureUtils: Unknown texture type ${e}.`)}typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`register`,{detail:{revision:`187`}})),typeof window<`u`&&(window.__THREE__?V(`WARNING: Multiple instances of Three.js being imported.`):window.__THREE__=`187`);function rf(){let e=null,t=!1,n=null,r=null;function i(t,a){r=e.requestAnimationFrame(i),n(t,a)}return{start:function(){t!==!0&&n!==null&&e!==null&&(r=e.requestAnimationFrame(i),t=!0)},stop:function(){e!==null&&e.cancelAnimationFrame(r),t=!1},setAnimationLoop:function(e){n=e},setContext:function(t){e=t}}}function af(e){let t=new WeakMap;function n(t,n){let r=t.array,i=t.usage,a=r.byteLength,o=e.createBuffer();e.bindBuffer(n,o),e.bufferData(n,r,i),t.onUploadCallback();let s;if(r instanceof Float32Array)s=e.FLOAT;else if(typeof Float16Array<`u`&&r instanceof Float16Array)s=e.HALF_FLOAT;else if(r instanceof Uint16Array)s=t.isFloat16BufferAttribute?e.HALF_FLOAT:e.UNSIGNED_SHORT;else if(r instanceof Int16Array)s=e.SHORT;else if(r instanceof Uint32Array)s=e.UNSIGNED_INT;else if(r instanceof Int32Array)s=e.INT;else if(r instanceof Int8Array)s=e.BYTE;else if(r instanceof Uint8Array)s=e.UNSIGNED_BYTE;else if(r instanceof Uint8ClampedArray)s=e.UNSIGNED_BYTE;else throw Error(`THREE.WebGLAttributes: Unsupported buffer data format: `+r);return{buffer:o,type:s,bytesPerElement:r.BYTES_PER_ELEMENT,version:t.version,size:a}}function r(t,n,r){let i=n.array,a=n.updateRanges;if(e.bindBuffer(r,t),a.length===0)e.bufferSubData(r,0,i);else{a.sort((e,t)=>e.start-t.start);let t=0;for(let e=1;e<a.length;e++){let n=a[t],r=a[e];r.start<=n.start+n.count+1?n.count=Math.max(n.count,r.start+r.count-n.start):(++t,a[t]=r)}a.length=t+1;for(let t=0,n=a.length;t<n;t++){let n=a[t];e.bufferSubData(r,n.start*i.BYTES_PER_ELEMENT,i,n.start,n.count)}n.clearUpdateRanges()}n.onUploadCallback()}function i(e){return e.isInterleavedBufferAttribute&&(e=e.data),t.get(e)}function a(n){n.isInterleavedBufferAttribute&&(n=n.data);let r=t.get(n);r&&(e.deleteBuffer(r.buffer),t.delete(n))}function o(e,i){if(e.isInterleavedBufferAttribute&&(e=e.data),e.isGLBufferAttribute){let n=t.get(e);(!n||n.version<e.version)&&t.set(e,{buffer:e.buffer,type:e.type,bytesPerElement:e.elementSize,version:e.version});return}let a=t.get(e);if(a===void 0)t.set(e,n(e,i));else if(a.version<e.version){if(a.size!==e.array.byteLength)throw Error(`THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.`);r(a.buffer,e,i),a.version=e.version}}return{get:i,remove:a,update:o}}var X={alphahash_fragment:`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,alphahash_pars_fragment:`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,alphamap_fragment:`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,alphamap_pars_fragment:`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,alphatest_fragment:`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,alphatest_pars_fragment:`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,aomap_fragment:`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,aomap_pars_fragment:`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,batching_pars_vertex:`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,batching_vertex:`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,begin_vertex:`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,beginnormal_vertex:`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,bsdfs:`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,iridescence_fragment:`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,bumpmap_pars_fragment:`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,clipping_planes_fragment:`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,clipping_planes_pars_fragment:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,clipping_planes_pars_vertex:`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,clipping_planes_vertex:`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,color_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,color_pars_fragment:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,color_pars_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,color_vertex:`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,common:`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,defaultnormal_vertex:`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,displacementmap_pars_vertex:`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,displacementmap_vertex:`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,emissivemap_fragment:`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,emissivemap_pars_fragment:`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,colorspace_fragment:`gl_FragColor = linearToOutputTexel( gl_FragColor );`,colorspace_pars_fragment:`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,envmap_fragment:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,envmap_common_pars_fragment:`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,envmap_pars_fragment:`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,envmap_pars_vertex:`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,envmap_physical_pars_fragment:`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,envmap_vertex:`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,fog_vertex:`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,fog_pars_vertex:`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,fog_fragment:`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,fog_pars_fragment:`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,gradientmap_pars_fragment:`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,lightmap_pars_fragment:`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,lights_lambert_fragment:`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,lights_lambert_pars_fragment:`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,lights_pars_begin:`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,lights_toon_fragment:`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lights_toon_pars_fragment:`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,lights_phong_fragment:`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,lights_phong_pars_fragment:`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,lights_physical_fragment:`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,lights_physical_pars_fragment:`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,lights_fragment_begin:`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,lights_fragment_maps:`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,lights_fragment_end:`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,lightprobes_pars_fragment:`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,logdepthbuf_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,logdepthbuf_pars_fragment:`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_pars_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,logdepthbuf_vertex:`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,map_fragment:`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,map_pars_fragment:`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,map_particle_fragment:`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,map_particle_pars_fragment:`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,metalnessmap_fragment:`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,metalnessmap_pars_fragment:`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,morphinstance_vertex:`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,morphcolor_vertex:`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,morphnormal_vertex:`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,morphtarget_pars_vertex:`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,morphtarget_vertex:`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,normal_fragment_begin:`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,normal_fragment_maps:`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,normal_pars_fragment:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_pars_vertex:`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,normal_vertex:`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,normalmap_pars_fragment:`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,clearcoat_normal_fragment_begin:`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,clearcoat_normal_fragment_maps:`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,clearcoat_pars_fragment:`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,iridescence_pars_fragment:`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,opaque_fragment:`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,packing:`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,premultiplied_alpha_fragment:`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,project_vertex:`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,dithering_fragment:`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,dithering_pars_fragment:`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,roughnessmap_fragment:`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,roughnessmap_pars_fragment:`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,shadowmap_pars_fragment:`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,shadowmap_pars_vertex:`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,shadowmap_vertex:`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,shadowmask_pars_fragment:`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,skinbase_vertex:`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,skinning_pars_vertex:`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,skinning_vertex:`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,skinnormal_vertex:`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,specularmap_fragment:`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,specularmap_pars_fragment:`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,tonemapping_fragment:`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,tonemapping_pars_fragment:`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,transmission_fragment:`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,transmission_pars_fragment:`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,uv_pars_fragment:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_pars_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,uv_vertex:`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,worldpos_vertex:`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,background_vert:`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,background_frag:`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,backgroundCube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,backgroundCube_frag:`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,cube_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,cube_frag:`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,depth_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,depth_frag:`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,distance_vert:`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,distance_frag:`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,equirect_vert:`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,equirect_frag:`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,linedashed_vert:`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,linedashed_frag:`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,meshbasic_vert:`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,meshbasic_frag:`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshlambert_vert:`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshlambert_frag:`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshmatcap_vert:`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,meshmatcap_frag:`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshnormal_vert:`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,meshnormal_frag:`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,meshphong_vert:`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshphong_frag:`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshphysical_vert:`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,meshphysical_frag:`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,meshtoon_vert:`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,meshtoon_frag:`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,points_vert:`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,points_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,shadow_vert:`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,shadow_frag:`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,sprite_vert:`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,sprite_frag:`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`},Z={common:{diffuse:{value:new J(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new K},alphaMap:{value:null},alphaMapTransform:{value:new K},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new K}},envmap:{envMap:{value:null},envMapRotation:{value:new K},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new K}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new K}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new K},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new K},normalScale:{value:new W(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new K},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new K}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new K}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new K}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new J(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new J(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new K},alphaTest:{value:0},uvTransform:{value:new K}},sprite:{diffuse:{value:new J(16777215)},opacity:{value:1},center:{value:new W(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new K},alphaMap:{value:null},alphaMapTransform:{value:new K},alphaTest:{value:0}}},of={basic:{uniforms:$u([Z.common,Z.specularmap,Z.envmap,Z.aomap,Z.lightmap,Z.fog]),vertexShader:X.meshbasic_vert,fragmentShader:X.meshbasic_frag},lambert:{uniforms:$u([Z.common,Z.specularmap,Z.envmap,Z.aomap,Z.lightmap,Z.emissivemap,Z.bumpmap,Z.normalmap,Z.displacementmap,Z.fog,Z.lights,{emissive:{value:new J(0)},envMapIntensity:{value:1}}]),vertexShader:X.meshlambert_vert,fragmentShader:X.meshlambert_frag},phong:{uniforms:$u([Z.common,Z.specularmap,Z.envmap,Z.aomap,Z.lightmap,Z.emissivemap,Z.bumpmap,Z.normalmap,Z.displacementmap,Z.fog,Z.lights,{emissive:{value:new J(0)},specular:{value:new J(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:X.meshphong_vert,fragmentShader:X.meshphong_frag},standard:{uniforms:$u([Z.common,Z.envmap,Z.aomap,Z.lightmap,Z.emissivemap,Z.bumpmap,Z.normalmap,Z.displacementmap,Z.roughnessmap,Z.metalnessmap,Z.fog,Z.lights,{emissive:{value:new J(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:X.meshphysical_vert,fragmentShader:X.meshphysical_frag},toon:{uniforms:$u([Z.common,Z.aomap,Z.lightmap,Z.emissivemap,Z.bumpmap,Z.normalmap,Z.displacementmap,Z.gradientmap,Z.fog,Z.lights,{emissive:{value:new J(0)}}]),vertexShader:X.meshtoon_vert,fragmentShader:X.meshtoon_frag},matcap:{uniforms:$u([Z.common,Z.bumpmap,Z.normalmap,Z.displacementmap,Z.fog,{matcap:{value:null}}]),vertexShader:X.meshmatcap_vert,fragmentShader:X.meshmatcap_frag},points:{uniforms:$u([Z.points,Z.fog]),vertexShader:X.points_vert,fragmentShader:X.points_frag},dashed:{uniforms:$u([Z.common,Z.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:X.linedashed_vert,fragmentShader:X.linedashed_frag},depth:{uniforms:$u([Z.common,Z.displacementmap]),vertexShader:X.depth_vert,fragmentShader:X.depth_frag},normal:{uniforms:$u([Z.common,Z.bumpmap,Z.normalmap,Z.displacementmap,{opacity:{value:1}}]),vertexShader:X.meshnormal_vert,fragmentShader:X.meshnormal_frag},sprite:{uniforms:$u([Z.sprite,Z.fog]),vertexShader:X.sprite_vert,fragmentShader:X.sprite_frag},background:{uniforms:{uvTransform:{value:new K},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:X.background_vert,fragmentShader:X.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new K}},vertexShader:X.backgroundCube_vert,fragmentShader:X.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:X.cube_vert,fragmentShader:X.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:X.equirect_vert,fragmentShader:X.equirect_frag},distance:{uniforms:$u([Z.common,Z.displacementmap,{referencePosition:{value:new G},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:X.distance_vert,fragmentShader:X.distance_frag},shadow:{uniforms:$u([Z.lights,Z.fog,{color:{value:new J(0)},opacity:{value:1}}]),vertexShader:X.shadow_vert,fragmentShader:X.shadow_frag}};of.physical={uniforms:$u([of.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new K},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new K},clearcoatNormalScale:{value:new W(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new K},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new K},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new K},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new K},sheen:{value:0},sheenColor:{value:new J(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new K},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new K},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new K},transmissionSamplerSize:{value:new W},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new K},attenuationDistance:{value:0},attenuationColor:{value:new J(0)},specularColor:{value:new J(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new K},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new K},anisotropyVector:{value:new W},anisotropyMap:{value:null},anisotropyMapTransform:{value:new K}}]),vertexShader:X.meshphysical_vert,fragmentShader:X.meshphysical_frag};var sf={r:0,b:0,g:0},cf=new Yo,lf=new K;lf.set(-1,0,0,0,1,0,0,0,1);function uf(e,t,n,r,i,a){let o=new J(0),s=i===!0?0:1,c,l,u=null,d=0,f=null;function p(e){let n=e.isScene===!0?e.background:null;if(n&&n.isTexture){let r=e.backgroundBlurriness>0;n=t.get(n,r)}return n}function m(t){let r=!1,i=p(t);i===null?g(o,s):i&&i.isColor&&(g(i,1),r=!0);let c=e.xr.getEnvironmentBlendMode();c===`additive`?n.buffers.color.setClear(0,0,0,1,a):c===`alpha-blend`&&n.buffers.color.setClear(0,0,0,0,a),(e.autoClear||r)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),e.clear(e.autoClearColor,e.autoClearDepth,e.autoClearStencil))}function h(t,n){let i=p(n);i&&i.isCubeTexture?(l===void 0&&(l=new Jc(new Ol(1,1,1),new od({name:`BackgroundCubeMaterial`,uniforms:Qu(of.backgroundCube.uniforms),vertexShader:of.backgroundCube.vertexShader,fragmentShader:of.backgroundCube.fragmentShader,side:1,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),l.geometry.deleteAttribute(`normal`),l.geometry.deleteAttribute(`uv`),l.onBeforeRender=function(e,t,n){this.matrixWorld.copyPosition(n.matrixWorld)},Object.defineProperty(l.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),r.update(l)),l.material.uniforms.envMap.value=i,l.material.uniforms.backgroundBlurriness.value=n.backgroundBlurriness,l.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,l.material.uniforms.backgroundRotation.value.setFromMatrix4(cf.makeRotationFromEuler(n.backgroundRotation)).transpose(),i.isRenderTargetTexture===!1&&l.material.uniforms.backgroundRotation.value.premultiply(lf),l.material.toneMapped=q.getTransfer(i.colorSpace)!==Ia,(u!==i||d!==i.version||f!==e.toneMapping)&&(l.material.needsUpdate=!0,u=i,d=i.version,f=e.toneMapping),l.layers.enableAll(),t.unshift(l,l.geometry,l.material,0,0,null)):i&&i.isTexture&&(c===void 0&&(c=new Jc(new Ku(2,2),new od({name:`BackgroundMaterial`,uniforms:Qu(of.background.uniforms),vertexShader:of.background.vertexShader,fragmentShader:of.background.fragmentShader,side:0,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute(`normal`),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),r.update(c)),c.material.uniforms.t2D.value=i,c.material.uniforms.backgroundIntensity.value=n.backgroundIntensity,c.material.toneMapped=q.getTransfer(i.colorSpace)!==Ia,i.matrixAutoUpdate===!0&&i.updateMatrix(),c.material.uniforms.uvTransform.value.copy(i.matrix),(u!==i||d!==i.version||f!==e.toneMapping)&&(c.material.needsUpdate=!0,u=i,d=i.version,f=e.toneMapping),c.layers.enableAll(),t.unshift(c,c.geometry,c.material,0,0,null))}function g(t,r){t.getRGB(sf,nd(e)),n.buffers.color.setClear(sf.r,sf.g,sf.b,r,a)}function _(){l!==void 0&&(l.geometry.dispose(),l.material.dispose(),l=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(e,t=1){o.set(e),s=t,g(o,s)},getClearAlpha:function(){return s},setClearAlpha:function(e){s=e,g(o,s)},render:m,addToRenderList:h,dispose:_}}function df(e,t){let n=e.getParameter(e.MAX_VERTEX_ATTRIBS),r={},i=f(null),a=i,o=!1;function s(n,r,i,s,c){let u=!1,f=d(n,s,i,r);a!==f&&(a=f,l(a.object)),u=p(n,s,i,c),u&&m(n,s,i,c),c!==null&&t.update(c,e.ELEMENT_ARRAY_BUFFER),(u||o)&&(o=!1,b(n,r,i,s),c!==null&&e.bindBuffer(e.ELEMENT_ARRAY_BUFFER,t.get(c).buffer))}function c(){return e.createVertexArray()}function l(t){return e.bindVertexArray(t)}function u(t){return e.deleteVertexArray(t)}function d(e,t,n,i){let a=i.wireframe===!0,o=r[t.id];o===void 0&&(o={},r[t.id]=o);let s=e.isInstancedMesh===!0?e.id:0,l=o[s];l===void 0&&(l={},o[s]=l);let u=l[n.id];u===void 0&&(u={},l[n.id]=u);let d=u[a];return d===void 0&&(d=f(c()),u[a]=d),d}function f(e){let t=[],r=[],i=[];for(let e=0;e<n;e++)t[e]=0,r[e]=0,i[e]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:t,enabledAttributes:r,attributeDivisors:i,object:e,attributes:{},index:null}}function p(e,t,n,r){let i=a.attributes,o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=i[t],r=o[t];if(r===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(r=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(r=e.instanceColor)),n===void 0||n.attribute!==r||r&&n.data!==r.data)return!0;s++}return a.attributesNum!==s||a.index!==r}function m(e,t,n,r){let i={},o=t.attributes,s=0,c=n.getAttributes();for(let t in c)if(c[t].location>=0){let n=o[t];n===void 0&&(t===`instanceMatrix`&&e.instanceMatrix&&(n=e.instanceMatrix),t===`instanceColor`&&e.instanceColor&&(n=e.instanceColor));let r={};r.attribute=n,n&&n.data&&(r.data=n.data),i[t]=r,s++}a.attributes=i,a.attributesNum=s,a.index=r}function h(){let e=a.newAttributes;for(let t=0,n=e.length;t<n;t++)e[t]=0}function g(e){_(e,0)}function _(t,n){let r=a.newAttributes,i=a.enabledAttributes,o=a.attributeDivisors;r[t]=1,i[t]===0&&(e.enableVertexAttribArray(t),i[t]=1),o[t]!==n&&(e.vertexAttribDivisor(t,n),o[t]=n)}function v(){let t=a.newAttributes,n=a.enabledAttributes;for(let r=0,i=n.length;r<i;r++)n[r]!==t[r]&&(e.disableVertexAttribArray(r),n[r]=0)}function y(t,n,r,i,a,o,s){s===!0?e.vertexAttribIPointer(t,n,r,a,o):e.vertexAttribPointer(t,n,r,i,a,o)}function b(n,r,i,a){h();let o=a.attributes,s=i.getAttributes(),c=r.defaultAttributeValues;for(let r in s){let i=s[r];if(i.location>=0){let s=o[r];if(s===void 0&&(r===`instanceMatrix`&&n.instanceMatrix&&(s=n.instanceMatrix),r===`instanceColor`&&n.instanceColor&&(s=n.instanceColor)),s!==void 0){let r=s.normalized,o=s.itemSize,c=t.get(s);if(c===void 0)continue;let l=c.buffer,u=c.type,d=c.bytesPerElement,f=u===e.INT||u===e.UNSIGNED_INT||s.gpuType===1013;if(s.isInterleavedBufferAttribute){let t=s.data,c=t.isInterleavedBuffer===!0?t.stride:t.itemSize,p=s.offset;if(t.isInstancedInterleavedBuffer||t.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,t.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=t.meshPerAttribute*t.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,c*d,(p+o/i.locationSize*e)*d,f)}else{if(s.isInstancedBufferAttribute){for(let e=0;e<i.locationSize;e++)_(i.location+e,s.meshPerAttribute);n.isInstancedMesh!==!0&&a._maxInstanceCount===void 0&&(a._maxInstanceCount=s.meshPerAttribute*s.count)}else for(let e=0;e<i.locationSize;e++)g(i.location+e);e.bindBuffer(e.ARRAY_BUFFER,l);for(let e=0;e<i.locationSize;e++)y(i.location+e,o/i.locationSize,u,r,o*d,o/i.locationSize*e*d,f)}}else if(c!==void 0){let t=c[r];if(t!==void 0)switch(t.length){case 2:e.vertexAttrib2fv(i.location,t);break;case 3:e.vertexAttrib3fv(i.location,t);break;case 4:e.vertexAttrib4fv(i.location,t);break;default:e.vertexAttrib1fv(i.location,t)}}}}v()}function x(){T();for(let e in r){let t=r[e];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e]}}function S(e){if(r[e.id]===void 0)return;let t=r[e.id];for(let e in t){let n=t[e];for(let e in n){let t=n[e];for(let e in t)u(t[e].object),delete t[e];delete n[e]}}delete r[e.id]}function C(e){for(let t in r){let n=r[t];for(let t in n){let r=n[t];if(r[e.id]===void 0)continue;let i=r[e.id];for(let e in i)u(i[e].object),delete i[e];delete r[e.id]}}}function w(e){for(let t in r){let n=r[t],i=e.isInstancedMesh===!0?e.id:0,a=n[i];if(a!==void 0){for(let e in a){let t=a[e];for(let e in t)u(t[e].object),delete t[e];delete a[e]}delete n[i],Object.keys(n).length===0&&delete r[t]}}}function T(){E(),o=!0,a!==i&&(a=i,l(a.object))}function E(){i.geometry=null,i.program=null,i.wireframe=!1}return{setup:s,reset:T,resetDefaultState:E,dispose:x,releaseStatesOfGeometry:S,releaseStatesOfObject:w,releaseStatesOfProgram:C,initAttributes:h,enableAttribute:g,disableUnusedAttributes:v}}function ff(e,t,n){let r;function i(e){r=e}function a(t,i){e.drawArrays(r,t,i),n.update(i,r,1)}function o(t,i,a){a!==0&&(e.drawArraysInstanced(r,t,i,a),n.update(i,r,a))}function s(e,i,a){if(a===0)return;t.get(`WEBGL_multi_draw`).multiDrawArraysWEBGL(r,e,0,i,0,a);let o=0;for(let e=0;e<a;e++)o+=i[e];n.update(o,r,1)}this.setMode=i,this.render=a,this.renderInstances=o,this.renderMultiDraw=s}function pf(e,t,n,r){let i;function a(){if(i!==void 0)return i;if(t.has(`EXT_texture_filter_anisotropic`)===!0){let n=t.get(`EXT_texture_filter_anisotropic`);i=e.getParameter(n.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else i=0;return i}function o(t){return t===1023||r.convert(t)===e.getParameter(e.IMPLEMENTATION_COLOR_READ_FORMAT)}function s(n){let i=n===1016&&(t.has(`EXT_color_buffer_half_float`)||t.has(`EXT_color_buffer_float`));return!(n!==1009&&n!==1015&&!i&&r.convert(n)!==e.getParameter(e.IMPLEMENTATION_COLOR_READ_TYPE))}function c(t){if(t===`highp`){if(e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.HIGH_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.HIGH_FLOAT).precision>0)return`highp`;t=`mediump`}return t===`mediump`&&e.getShaderPrecisionFormat(e.VERTEX_SHADER,e.MEDIUM_FLOAT).precision>0&&e.getShaderPrecisionFormat(e.FRAGMENT_SHADER,e.MEDIUM_FLOAT).precision>0?`mediump`:`lowp`}let l=n.precision===void 0?`highp`:n.precision,u=c(l);u!==l&&(V(`WebGLRenderer:`,l,`not supported, using`,u,`instead.`),l=u);let d=n.reversedDepthBuffer===!0&&t.has(`EXT_clip_control`),f=n.logarithmicDepthBuffer===!0&&d===!1;n.reversedDepthBuffer===!0&&d===!1&&V(`WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer.`),n.logarithmicDepthBuffer===!0&&d===!0&&V(`WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.`);let p=e.getParameter(e.MAX_TEXTURE_IMAGE_UNITS),m=e.getParameter(e.MAX_VERTEX_TEXTURE_IMAGE_UNITS),h=e.getParameter(e.MAX_TEXTURE_SIZE),g=e.getParameter(e.MAX_CUBE_MAP_TEXTURE_SIZE),_=e.getParameter(e.MAX_VERTEX_ATTRIBS),v=e.getParameter(e.MAX_VERTEX_UNIFORM_VECTORS),y=e.getParameter(e.MAX_VARYING_VECTORS),b=e.getParameter(e.MAX_FRAGMENT_UNIFORM_VECTORS),x=e.getParameter(e.MAX_SAMPLES),S=e.getParameter(e.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:a,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:s,precision:l,logarithmicDepthBuffer:f,reversedDepthBuffer:d,maxTextures:p,maxVertexTextures:m,maxTextureSize:h,maxCubemapSize:g,maxAttributes:_,maxVertexUniforms:v,maxVaryings:y,maxFragmentUniforms:b,maxSamples:x,samples:S}}function mf(e){let t=this,n=null,r=0,i=!1,a=!1,o=new Oc,s=new K,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(e,t){let n=e.length!==0||t||r!==0||i;return i=t,r=e.length,n},this.beginShadows=function(){a=!0,u(null)},this.endShadows=function(){a=!1},this.setGlobalState=function(e,t){n=u(e,t,0)},this.setState=function(t,o,s){let d=t.clippingPlanes,f=t.clipIntersection,p=t.clipShadows,m=e.get(t);if(!i||d===null||d.length===0||a&&!p)a?u(null):l();else{let e=a?0:r,t=e*4,i=m.clippingState||null;c.value=i,i=u(d,o,t,s);for(let e=0;e!==t;++e)i[e]=n[e];m.clippingState=i,this.numIntersection=f?this.numPlanes:0,this.numPlanes+=e}};function l(){c.value!==n&&(c.value=n,c.needsUpdate=r>0),t.numPlanes=r,t.numIntersection=0}function u(e,n,r,i){let a=e===null?0:e.length,l=null;if(a!==0){if(l=c.value,i!==!0||l===null){let t=r+a*4,i=n.matrixWorldInverse;s.getNormalMatrix(i),(l===null||l.length<t)&&(l=new Float32Array(t));for(let t=0,n=r;t!==a;++t,n+=4)o.copy(e[t]).applyMatrix4(i,s),o.normal.toArray(l,n),l[n+3]=o.constant}c.value=l,c.needsUpdate=!0}return t.numPlanes=a,t.numIntersection=0,l}}var hf=class extends Ko{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let n={width:e,height:e,depth:1},r=[n,n,n,n,n,n];this.texture=new wl(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},r=new Ol(5,5,5),i=new od({name:`CubemapFromEquirect`,uniforms:Qu(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:1,blending:0});i.uniforms.tEquirect.value=t;let a=new Jc(r,i),o=t.minFilter;return t.minFilter===1008&&(t.minFilter=_i),new Vd(1,10,this).update(e,a),t.minFilter=o,a.geometry.dispose(),a.material.dispose(),this}clear(e,t=!0,n=!0,r=!0){let i=e.getRenderTarget();for(let i=0;i<6;i++)e.setRenderTarget(this,i),e.clear(t,n,r);e.setRenderTarget(i)}},gf=256,_f=3,vf=20,yf=256,bf=16,xf=3,Sf=new G,Cf=new J,wf=class e{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new Vd(1,10,null),this._boxMesh=new Jc(new Ol(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,n=.1,r=100,i={}){let{size:a=256,position:o=Sf}=i,s=this._renderer;this._setSize(a);let c=this._allocateTarget(),l=this._getSourceTarget(!0);t>0&&(l.texture.mipmapsAutoUpdate=!1);let u=s.autoClear,d=s.autoClearColor,f=s.autoClearDepth,p=s.autoClearStencil,m=e.background;s.autoClear=!0,s.autoClearColor=!0,s.autoClearDepth=!0,s.autoClearStencil=!0,m===null&&(e.background=s.getClearColor(Cf));let h=new Vd(n,r,l);return h.position.copy(o),h.update(s,e),s.autoClear=u,s.autoClearColor=d,s.autoClearDepth=f,s.autoClearStencil=p,e.background=m,t>0&&(l.texture.mipmapsAutoUpdate=!0,this._blur(c,t)),this._applyPMREM(c),c}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=jf(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Af(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(gf,xo(e))}_fromTexture(e,t){e.mapping===301||e.mapping===302?this._setSize(e.image.length===0?gf:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let n=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(n),n}_allocateTarget(){let e=this._cubeSize,t=Tf(e,!1,!1),n=Math.log2(e)-_f;for(let r=0;r<=n;r++)t.texture.mipmaps.push({width:e>>r,height:e>>r});return t.texture.name=`PMREM`,t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,n=this._sourceTarget;return(n===null||n.width!==t||e&&n.depthBuffer===!1)&&(n!==null&&n.dispose(),this._sourceTarget=Tf(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,n){let r=this._boxMesh,i=this._cubeCamera;r.material=n,i.renderTarget=e,i.activeMipmapLevel=t;let a=e.width>>t;e.viewport.set(0,0,a,a),i.update(this._renderer,r),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===301||e.mapping===302?(this._cubemapMaterial===null&&(this._cubemapMaterial=jf()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Af()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(t){this._ggxMaterial===null&&(this._ggxMaterial=Df(),this._integrationMaterial=Of());let n=this._cubeSize,r=t.texture.mipmaps.length-1,i=this._ggxMaterial.uniforms;i.envMap.value=this._sourceTarget.texture;let a=this._integrationMaterial.uniforms;a.envMap.value=this._sourceTarget.texture,a.sourceLod.value=Math.log2(n/bf);for(let o=0;o<=r;o++){let s=e.lodToRoughness(o,r);if(o>r-xf)a.roughness.value=s,this._renderCube(t,o,this._integrationMaterial);else{let e=s>0?Math.log2(n)+.5*Math.log2(6/(yf*s**4))+.5:0;i.roughness.value=s,i.lodBias.value=e,this._renderCube(t,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=kf());let n=this._blurMaterial,r=n.uniforms,i=this._sourceTarget;r.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,r.envMap.value=i.texture,this._renderCube(e,0,n),r.envMap.value=e.texture,this._renderCube(i,0,n)}};function Tf(e,t,n){return new hf(e,{minFilter:yi,generateMipmaps:t,type:Di,colorSpace:Pa,depthBuffer:n})}function Ef(e,t,n){return new od({name:e,uniforms:t,vertexShader:X.cube_vert,fragmentShader:n,side:1,blending:0,depthTest:!1,depthWrite:!1})}function Df(){return Ef(`PMREMGGXConvolution`,{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${yf}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function Of(){return Ef(`PMREMGGXIntegration`,{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:bf}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function kf(){return Ef(`PMREMSphericalGaussianBlur`,{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${vf}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Af(){return Ef(`PMREMEquirectangularToCubemap`,{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function jf(){return Ef(`PMREMCubemapToCubemap`,{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function Mf(e){let t=new WeakMap,n=new WeakMap,r=null;function i(e,t=!1){return e==null?null:t?o(e):a(e)}function a(n){if(n&&n.isTexture){let r=n.mapping;if(r===303||r===304){if(t.has(n)){let e=t.get(n).texture;return s(e,n.mapping)}{let r=n.image;if(r&&r.height>0){let i=new hf(r.height);return i.fromEquirectangularTexture(e,n),t.set(n,i),n.addEventListener(`dispose`,l),s(i.texture,n.mapping)}return null}}}return n}function o(t){if(t&&t.isTexture&&t.isPMREMTexture!==!0){let i=t.mapping,a=i===303||i===304,o=i===301||i===302;if(a||o){let i=n.get(t),s=i===void 0?0:i.texture.pmremVersion;if(t.isRenderTargetTexture&&t.pmremVersion!==s)return r===null&&(r=new wf(e)),i=a?r.fromEquirectangular(t,i):r.fromCubemap(t,i),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),i.texture;if(i!==void 0)return i.texture;{let s=t.image;return a&&s&&s.height>0||o&&s&&c(s)?(r===null&&(r=new wf(e)),i=a?r.fromEquirectangular(t):r.fromCubemap(t),i.texture.pmremVersion=t.pmremVersion,n.set(t,i),t.addEventListener(`dispose`,u),i.texture):null}}}return t}function s(e,t){return t===303?e.mapping=301:t===304&&(e.mapping=302),e}function c(e){let t=0;for(let n=0;n<6;n++)e[n]!==void 0&&t++;return t===6}function l(e){let n=e.target;n.removeEventListener(`dispose`,l);let r=t.get(n);r!==void 0&&(t.delete(n),r.dispose())}function u(e){let t=e.target;t.removeEventListener(`dispose`,u);let r=n.get(t);r!==void 0&&(n.delete(t),r.dispose())}function d(){t=new WeakMap,n=new WeakMap,r!==null&&(r.dispose(),r=null)}return{get:i,dispose:d}}function Nf(e){let t={};function n(n){if(t[n]!==void 0)return t[n];let r=e.getExtension(n);return t[n]=r,r}return{has:function(e){return n(e)!==null},init:function(){n(`EXT_color_buffer_float`),n(`WEBGL_clip_cull_distance`),n(`OES_texture_float_linear`),n(`EXT_color_buffer_half_float`),n(`WEBGL_multisampled_render_to_texture`),n(`WEBGL_render_shared_exponent`)},get:function(e){let t=n(e);return t===null&&Ya(`WebGLRenderer: `+e+` extension not supported.`),t}}}function Pf(e,t,n,r){let i={},a=new WeakMap,o=new FinalizationRegistry(e=>delete i[e]);function s(e){c(e.target)}function c(e){e.index!==null&&t.remove(e.index);for(let n in e.attributes)t.remove(e.attributes[n]);e.removeEventListener(`dispose`,s),delete i[e.id],o.unregister(e);let c=a.get(e);c&&(t.remove(c),a.delete(e)),r.releaseStatesOfGeometry(e),e.isInstancedBufferGeometry===!0&&delete e._maxInstanceCount,n.memory.geometries--}function l(e,t){return i[t.id]===void 0&&(t.addEventListener(`dispose`,s),i[t.id]=new WeakRef(t),o.register(t,t.id,t),n.memory.geometries++),t}function u(n){let r=n.attributes;for(let n in r)t.update(r[n],e.ARRAY_BUFFER)}function d(e){let n=e.index,r=e.attributes.position,i=0;if(r===void 0)return;let o=n===null?r.array.length/3-1:n.array.length,s=new(r.count>=65535?fc:dc)(Math.ceil(o/3)*6,1),c=s.array;if(n!==null){let e=n.array;i=n.version;for(let t=0,n=0;t<o;t+=3){let r=e[t+0],i=e[t+1],a=e[t+2];c[n++]=r,c[n++]=i,c[n++]=i,c[n++]=a,c[n++]=a,c[n++]=r}}else{i=r.version;for(let e=0,t=0;e<o;e+=3){let n=e+0,r=e+1,i=e+2;c[t++]=n,c[t++]=r,c[t++]=r,c[t++]=i,c[t++]=i,c[t++]=n}}s.version=i;let l=a.get(e);l&&t.remove(l),a.set(e,s)}function f(e){let t=a.get(e);if(t){let n=e.index;n!==null&&t.version<n.version&&d(e)}else d(e);return a.get(e)}function p(){for(let e in i){let t=i[e].deref();t!==void 0&&c(t)}}return{get:l,update:u,getWireframeAttribute:f,dispose:p}}function Ff(e,t,n){let r;function i(e){r=e}let a,o;function s(e){a=e.type,o=e.bytesPerElement}function c(t,i){e.drawElements(r,i,a,t*o),n.update(i,r,1)}function l(t,i,s){s!==0&&(e.drawElementsInstanced(r,i,a,t*o,s),n.update(i,r,s))}function u(e,i,o){if(o===0)return;t.get(`WEBGL_multi_draw`).multiDrawElementsWEBGL(r,i,0,a,e,0,o);let s=0;for(let e=0;e<o;e++)s+=i[e];n.update(s,r,1)}this.setMode=i,this.setIndex=s,this.render=c,this.renderInstances=l,this.renderMultiDraw=u}function If(e){let t={geometries:0,textures:0},n={frame:0,calls:0,triangles:0,points:0,lines:0};function r(t,r,i){switch(n.calls++,r){case e.TRIANGLES:n.triangles+=t/3*i;break;case e.LINES:n.lines+=t/2*i;break;case e.LINE_STRIP:n.lines+=i*(t-1);break;case e.LINE_LOOP:n.lines+=i*t;break;case e.POINTS:n.points+=i*t;break;default:H(`WebGLInfo: Unknown draw mode:`,r)}}function i(){n.calls=0,n.triangles=0,n.points=0,n.lines=0}return{memory:t,render:n,programs:null,autoReset:!0,reset:i,update:r}}function Lf(e,t,n){let r=new WeakMap,i=new Wo;function a(a,o,s){let c=a.morphTargetInfluences,l=o.morphAttributes.position||o.morphAttributes.normal||o.morphAttributes.color,u=l===void 0?0:l.length,d=r.get(o);if(d===void 0||d.count!==u){d!==void 0&&d.texture.dispose();let e=o.morphAttributes.position!==void 0,n=o.morphAttributes.normal!==void 0,a=o.morphAttributes.color!==void 0,s=o.morphAttributes.position||[],c=o.morphAttributes.normal||[],l=o.morphAttributes.color||[],f=0;e===!0&&(f=1),n===!0&&(f=2),a===!0&&(f=3);let p=o.attributes.position.count*f,m=1;p>t.maxTextureSize&&(m=Math.ceil(p/t.maxTextureSize),p=t.maxTextureSize);let h=new Float32Array(p*m*4*u),g=new qo(h,p,m,u);g.type=Ei,g.needsUpdate=!0;let _=f*4;for(let t=0;t<u;t++){let r=s[t],o=c[t],u=l[t],d=p*m*4*t;for(let t=0;t<r.count;t++){let s=t*_;e===!0&&(i.fromBufferAttribute(r,t),h[d+s+0]=i.x,h[d+s+1]=i.y,h[d+s+2]=i.z,h[d+s+3]=0),n===!0&&(i.fromBufferAttribute(o,t),h[d+s+4]=i.x,h[d+s+5]=i.y,h[d+s+6]=i.z,h[d+s+7]=0),a===!0&&(i.fromBufferAttribute(u,t),h[d+s+8]=i.x,h[d+s+9]=i.y,h[d+s+10]=i.z,h[d+s+11]=u.itemSize===4?i.w:1)}}d={count:u,texture:g,size:new W(p,m)},r.set(o,d);function v(){g.dispose(),r.delete(o),o.removeEventListener(`dispose`,v)}o.addEventListener(`dispose`,v)}if(a.isInstancedMesh===!0&&a.morphTexture!==null)s.getUniforms().setValue(e,`morphTexture`,a.morphTexture,n);else{let t=0;for(let e=0;e<c.length;e++)t+=c[e];let n=o.morphTargetsRelative?1:1-t;s.getUniforms().setValue(e,`morphTargetBaseInfluence`,n),s.getUniforms().setValue(e,`morphTargetInfluences`,c)}s.getUniforms().setValue(e,`morphTargetsTexture`,d.texture,n),s.getUniforms().setValue(e,`morphTargetsTextureSize`,d.size)}return{update:a}}function Rf(e,t,n,r,i){let a=new WeakMap;function o(r){let o=i.render.frame,s=r.geometry,l=t.get(r,s);if(a.get(l)!==o&&(t.update(l),a.set(l,o)),r.isInstancedMesh&&(r.hasEventListener(`dispose`,c)===!1&&r.addEventListener(`dispose`,c),a.get(r)!==o&&(n.update(r.instanceMatrix,e.ARRAY_BUFFER),r.instanceColor!==null&&n.update(r.instanceColor,e.ARRAY_BUFFER),a.set(r,o))),r.isSkinnedMesh){let e=r.skeleton;a.get(e)!==o&&(e.update(),a.set(e,o))}return l}function s(){a=new WeakMap}function c(e){let t=e.target;t.removeEventListener(`dispose`,c),r.releaseStatesOfObject(t),n.remove(t.instanceMatrix),t.instanceColor!==null&&n.remove(t.instanceColor)}return{update:o,dispose:s}}var zf={1:`LINEAR_TONE_MAPPING`,2:`REINHARD_TONE_MAPPING`,3:`CINEON_TONE_MAPPING`,4:`ACES_FILMIC_TONE_MAPPING`,6:`AGX_TONE_MAPPING`,7:`NEUTRAL_TONE_MAPPING`,5:`CUSTOM_TONE_MAPPING`};function Bf(e,t,n,r,i,a){let o=new Ko(t,n,{type:e,depthBuffer:i,stencilBuffer:a,samples:r?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),s=null,c=null,l=null,u=new wc;u.setAttribute(`position`,new Y([-1,3,0,-1,-1,0,3,-1,0],3)),u.setAttribute(`uv`,new Y([0,2,0,0,2,0],2));let d=new sd({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),f=new Jc(u,d),p=new Rd(-1,1,1,-1,0,1),m=null,h=null,g=!1,_,v=null,y=[],b=!1;this.setSize=function(e,t){o.setSize(e,t),s!==null&&s.setSize(e,t),c!==null&&c.setSize(e,t);for(let n=0;n<y.length;n++){let r=y[n];r.setSize&&r.setSize(e,t)}},this.setEffects=function(e){y=e,b=y.length>0&&y[0].isRenderPass===!0;let t=o.width,n=o.height;y.length>0&&s===null&&(s=new Ko(t,n,{type:Di,depthBuffer:!1,stencilBuffer:!1}),c=new Ko(t,n,{type:Di,depthBuffer:!1,stencilBuffer:!1}));let r=i===!0&&y.some(e=>e.needsDepthTexture===!0);r!==(o.depthTexture!==null)&&(r===!0&&l===null&&(l=new Tl(t,n),a===!0&&(l.format=Li,l.type=Ai)),o.dispose(),o.depthTexture=r?l:null,o.resolveDepthBuffer=r,o.storeMultisampledDepthBuffer=r);for(let e=0;e<y.length;e++){let i=y[e];i.setSize&&i.setSize(t,n),r&&i.needsDepthTexture===!0&&i.setDepthTexture&&i.setDepthTexture(l)}},this.begin=function(e,t){if(g||e.toneMapping===0&&y.length===0)return!1;if(v=t,t!==null){let e=t.width,n=t.height;(o.width!==e||o.height!==n)&&this.setSize(e,n)}return b===!1&&e.setRenderTarget(o),_=e.toneMapping,e.toneMapping=0,!0},this.hasRenderPass=function(){return b},this.end=function(e,t){e.toneMapping=_,g=!0;let n=o,r=s;for(let i=0;i<y.length;i++){let a=y[i];a.enabled!==!1&&(a.render(e,r,n,t),a.needsSwap!==!1&&(n=r,r=r===s?c:s))}if(m!==e.outputColorSpace||h!==e.toneMapping){m=e.outputColorSpace,h=e.toneMapping,d.defines={},q.getTransfer(m)===`srgb`&&(d.defines.SRGB_TRANSFER=``);let t=zf[h];t&&(d.defines[t]=``),d.needsUpdate=!0}d.uniforms.tDiffuse.value=n.texture,e.setRenderTarget(v),e.render(f,p),v=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),s!==null&&s.dispose(),c!==null&&c.dispose(),u.dispose(),d.dispose()}}var Vf=new Uo,Hf=new Tl(1,1),Uf=new El(1),Wf=new qo,Gf=new Jo,Kf=new wl,qf=[],Jf=[],Yf=new Float32Array(16),Xf=new Float32Array(9),Zf=new Float32Array(4);function Qf(e,t,n){let r=e[0];if(r<=0||r>0)return e;let i=t*n,a=qf[i];if(a===void 0&&(a=new Float32Array(i),qf[i]=a),t!==0){r.toArray(a,0);for(let r=1,i=0;r!==t;++r)i+=n,e[r].toArray(a,i)}return a}function $f(e,t){if(e.length!==t.length)return!1;for(let n=0,r=e.length;n<r;n++)if(e[n]!==t[n])return!1;return!0}function ep(e,t){for(let n=0,r=t.length;n<r;n++)e[n]=t[n]}function tp(e,t){let n=Jf[t];n===void 0&&(n=new Int32Array(t),Jf[t]=n);for(let r=0;r!==t;++r)n[r]=e.allocateTextureUnit();return n}function np(e,t){let n=this.cache;n[0]!==t&&(e.uniform1f(this.addr,t),n[0]=t)}function rp(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2f(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if($f(n,t))return;e.uniform2fv(this.addr,t),ep(n,t)}}function ip(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3f(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else if(t.r!==void 0)(n[0]!==t.r||n[1]!==t.g||n[2]!==t.b)&&(e.uniform3f(this.addr,t.r,t.g,t.b),n[0]=t.r,n[1]=t.g,n[2]=t.b);else{if($f(n,t))return;e.uniform3fv(this.addr,t),ep(n,t)}}function ap(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4f(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if($f(n,t))return;e.uniform4fv(this.addr,t),ep(n,t)}}function op(e,t){let n=this.cache,r=t.elements;if(r===void 0){if($f(n,t))return;e.uniformMatrix2fv(this.addr,!1,t),ep(n,t)}else{if($f(n,r))return;Zf.set(r),e.uniformMatrix2fv(this.addr,!1,Zf),ep(n,r)}}function sp(e,t){let n=this.cache,r=t.elements;if(r===void 0){if($f(n,t))return;e.uniformMatrix3fv(this.addr,!1,t),ep(n,t)}else{if($f(n,r))return;Xf.set(r),e.uniformMatrix3fv(this.addr,!1,Xf),ep(n,r)}}function cp(e,t){let n=this.cache,r=t.elements;if(r===void 0){if($f(n,t))return;e.uniformMatrix4fv(this.addr,!1,t),ep(n,t)}else{if($f(n,r))return;Yf.set(r),e.uniformMatrix4fv(this.addr,!1,Yf),ep(n,r)}}function lp(e,t){let n=this.cache;n[0]!==t&&(e.uniform1i(this.addr,t),n[0]=t)}function up(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2i(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if($f(n,t))return;e.uniform2iv(this.addr,t),ep(n,t)}}function dp(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3i(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if($f(n,t))return;e.uniform3iv(this.addr,t),ep(n,t)}}function fp(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4i(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if($f(n,t))return;e.uniform4iv(this.addr,t),ep(n,t)}}function pp(e,t){let n=this.cache;n[0]!==t&&(e.uniform1ui(this.addr,t),n[0]=t)}function mp(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y)&&(e.uniform2ui(this.addr,t.x,t.y),n[0]=t.x,n[1]=t.y);else{if($f(n,t))return;e.uniform2uiv(this.addr,t),ep(n,t)}}function hp(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z)&&(e.uniform3ui(this.addr,t.x,t.y,t.z),n[0]=t.x,n[1]=t.y,n[2]=t.z);else{if($f(n,t))return;e.uniform3uiv(this.addr,t),ep(n,t)}}function gp(e,t){let n=this.cache;if(t.x!==void 0)(n[0]!==t.x||n[1]!==t.y||n[2]!==t.z||n[3]!==t.w)&&(e.uniform4ui(this.addr,t.x,t.y,t.z,t.w),n[0]=t.x,n[1]=t.y,n[2]=t.z,n[3]=t.w);else{if($f(n,t))return;e.uniform4uiv(this.addr,t),ep(n,t)}}function _p(e){return e.version===0&&(e.compareFunction=519,e.needsUpdate=!0),e}function vp(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_2D_SHADOW?_p(Hf):Vf,n.setTexture2D(t||a,i)}function yp(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture3D(t||Gf,i)}function bp(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i);let a;a=this.type===e.SAMPLER_CUBE_SHADOW?_p(Uf):Kf,n.setTextureCube(t||a,i)}function xp(e,t,n){let r=this.cache,i=n.allocateTextureUnit();r[0]!==i&&(e.uniform1i(this.addr,i),r[0]=i),n.setTexture2DArray(t||Wf,i)}function Sp(e){switch(e){case 5126:return np;case 35664:return rp;case 35665:return ip;case 35666:return ap;case 35674:return op;case 35675:return sp;case 35676:return cp;case 5124:case 35670:return lp;case 35667:case 35671:return up;case 35668:case 35672:return dp;case 35669:case 35673:return fp;case 5125:return pp;case 36294:return mp;case 36295:return hp;case 36296:return gp;case 35678:case 36198:case 36298:case 36306:case 35682:return vp;case 35679:case 36299:case 36307:return yp;case 35680:case 36300:case 36308:case 36293:return bp;case 36289:case 36303:case 36311:case 36292:return xp}}function Cp(e,t){e.uniform1fv(this.addr,t)}function wp(e,t){let n=Qf(t,this.size,2);e.uniform2fv(this.addr,n)}function Tp(e,t){let n=Qf(t,this.size,3);e.uniform3fv(this.addr,n)}function Ep(e,t){let n=Qf(t,this.size,4);e.uniform4fv(this.addr,n)}function Dp(e,t){let n=Qf(t,this.size,4);e.uniformMatrix2fv(this.addr,!1,n)}function Op(e,t){let n=Qf(t,this.size,9);e.uniformMatrix3fv(this.addr,!1,n)}function kp(e,t){let n=Qf(t,this.size,16);e.uniformMatrix4fv(this.addr,!1,n)}function Ap(e,t){e.uniform1iv(this.addr,t)}function jp(e,t){e.uniform2iv(this.addr,t)}function Mp(e,t){e.uniform3iv(this.addr,t)}function Np(e,t){e.uniform4iv(this.addr,t)}function Pp(e,t){e.uniform1uiv(this.addr,t)}function Fp(e,t){e.uniform2uiv(this.addr,t)}function Ip(e,t){e.uniform3uiv(this.addr,t)}function Lp(e,t){e.uniform4uiv(this.addr,t)}function Rp(e,t,n){let r=this.cache,i=t.length,a=tp(n,i);$f(r,a)||(e.uniform1iv(this.addr,a),ep(r,a));let o;o=this.type===e.SAMPLER_2D_SHADOW?_p(Hf):Vf;for(let e=0;e!==i;++e)n.setTexture2D(t[e]||o,a[e])}function zp(e,t,n){let r=this.cache,i=t.length,a=tp(n,i);$f(r,a)||(e.uniform1iv(this.addr,a),ep(r,a));for(let e=0;e!==i;++e)n.setTexture3D(t[e]||Gf,a[e])}function Bp(e,t,n){let r=this.cache,i=t.length,a=tp(n,i);$f(r,a)||(e.uniform1iv(this.addr,a),ep(r,a));let o;o=this.type===e.SAMPLER_CUBE_SHADOW?_p(Uf):Kf;for(let e=0;e!==i;++e)n.setTextureCube(t[e]||o,a[e])}function Vp(e,t,n){let r=this.cache,i=t.length,a=tp(n,i);$f(r,a)||(e.uniform1iv(this.addr,a),ep(r,a));for(let e=0;e!==i;++e)n.setTexture2DArray(t[e]||Wf,a[e])}function Hp(e){switch(e){case 5126:return Cp;case 35664:return wp;case 35665:return Tp;case 35666:return Ep;case 35674:return Dp;case 35675:return Op;case 35676:return kp;case 5124:case 35670:return Ap;case 35667:case 35671:return jp;case 35668:case 35672:return Mp;case 35669:case 35673:return Np;case 5125:return Pp;case 36294:return Fp;case 36295:return Ip;case 36296:return Lp;case 35678:case 36198:case 36298:case 36306:case 35682:return Rp;case 35679:case 36299:case 36307:return zp;case 35680:case 36300:case 36308:case 36293:return Bp;case 36289:case 36303:case 36311:case 36292:return Vp}}var Up=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.setValue=Sp(t.type)}},Wp=class{constructor(e,t,n){this.id=e,this.addr=n,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=Hp(t.type)}},Gp=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,n){let r=this.seq;for(let i=0,a=r.length;i!==a;++i){let a=r[i];a.setValue(e,t[a.id],n)}}},Kp=/(\w+)(\])?(\[|\.)?/g;function qp(e,t){e.seq.push(t),e.map[t.id]=t}function Jp(e,t,n){let r=e.name,i=r.length;for(Kp.lastIndex=0;;){let a=Kp.exec(r),o=Kp.lastIndex,s=a[1],c=a[2]===`]`,l=a[3];if(c&&(s|=0),l===void 0||l===`[`&&o+2===i){qp(n,l===void 0?new Up(s,e,t):new Wp(s,e,t));break}{let e=n.map[s];e===void 0&&(e=new Gp(s),qp(n,e)),n=e}}}var Yp=class{constructor(e,t){this.seq=[],this.map={};let n=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let r=0;r<n;++r){let n=e.getActiveUniform(t,r);Jp(n,e.getUniformLocation(t,n.name),this)}let r=[],i=[];for(let t of this.seq)t.type===e.SAMPLER_2D_SHADOW||t.type===e.SAMPLER_CUBE_SHADOW||t.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(t):i.push(t);r.length>0&&(this.seq=r.concat(i))}setValue(e,t,n,r){let i=this.map[t];i!==void 0&&i.setValue(e,n,r)}setOptional(e,t,n){let r=t[n];r!==void 0&&this.setValue(e,n,r)}static upload(e,t,n,r){for(let i=0,a=t.length;i!==a;++i){let a=t[i],o=n[a.id];o.needsUpdate!==!1&&a.setValue(e,o.value,r)}}static seqWithValue(e,t){let n=[];for(let r=0,i=e.length;r!==i;++r){let i=e[r];i.id in t&&n.push(i)}return n}};function Xp(e,t,n){let r=e.createShader(t);return e.shaderSource(r,n),e.compileShader(r),r}var Zp=37297,Qp=0;function $p(e,t){let n=e.split(`
`),r=[],i=Math.max(t-6,0),a=Math.min(t+6,n.length);for(let e=i;e<a;e++){let i=e+1;r.push(`${i===t?`>`:` `} ${i}: ${n[e]}`)}return r.join(`
`)}var em=new K;function tm(e){q._getMatrix(em,q.workingColorSpace,e);let t=`mat3( ${em.elements.map(e=>e.toFixed(4))} )`;switch(q.getTransfer(e)){case Fa:return[t,`LinearTransferOETF`];case Ia:return[t,`sRGBTransferOETF`];default:return V(`WebGLProgram: Unsupported color space: `,e),[t,`LinearTransferOETF`]}}function nm(e,t,n){let r=e.getShaderParameter(t,e.COMPILE_STATUS),i=(e.getShaderInfoLog(t)||``).trim();if(r&&i===``)return``;let a=/ERROR: 0:(\d+)/.exec(i);if(a){let r=parseInt(a[1]);return n.toUpperCase()+`

`+i+`

`+$p(e.getShaderSource(t),r)}return i}function rm(e,t){let n=tm(t);return[`vec4 ${e}( vec4 value ) {`,`	return ${n[1]}( vec4( ${n[0]} * value.rgb, value.a ) );`,`}`].join(`
`)}var im={1:`Linear`,2:`Reinhard`,3:`Cineon`,4:`ACESFilmic`,6:`AgX`,7:`Neutral`,5:`Custom`};function am(e,t){let n=im[t];return n===void 0?(V(`WebGLProgram: Unsupported toneMapping:`,t),`vec3 `+e+`( vec3 color ) { return LinearToneMapping( color ); }`):`vec3 `+e+`( vec3 color ) { return `+n+`ToneMapping( color ); }`}var om=new G;function sm(){return q.getLuminanceCoefficients(om),[`float luminance( const in vec3 rgb ) {`,`	const vec3 weights = vec3( ${om.x.toFixed(4)}, ${om.y.toFixed(4)}, ${om.z.toFixed(4)} );`,`	return dot( weights, rgb );`,`}`].join(`
`)}function cm(e){return[e.extensionClipCullDistance?`#extension GL_ANGLE_clip_cull_distance : require`:``,e.extensionMultiDraw?`#extension GL_ANGLE_multi_draw : require`:``].filter(dm).join(`
`)}function lm(e){let t=[];for(let n in e){let r=e[n];r!==!1&&t.push(`#define `+n+` `+r)}return t.join(`
`)}function um(e,t){let n={},r=e.getProgramParameter(t,e.ACTIVE_ATTRIBUTES);for(let i=0;i<r;i++){let r=e.getActiveAttrib(t,i),a=r.name,o=1;r.type===e.FLOAT_MAT2&&(o=2),r.type===e.FLOAT_MAT3&&(o=3),r.type===e.FLOAT_MAT4&&(o=4),n[a]={type:r.type,location:e.getAttribLocation(t,a),locationSize:o}}return n}function dm(e){return e!==``}function fm(e,t){let n=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return e.replace(/NUM_SUN_LIGHTS/g,t.numSunLights).replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,n).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,t.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,t.numLightProbeGrids)}function pm(e,t){return e.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var mm=/^[ \t]*#include +<([\w\d./]+)>/gm;function hm(e){return e.replace(mm,gm)}function gm(e,t){let n=X[t];if(n===void 0)throw Error(`THREE.WebGLProgram: Can not resolve #include <`+t+`>`);return hm(n)}var _m=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function vm(e){return e.replace(_m,ym)}function ym(e,t,n,r){let i=``;for(let e=parseInt(t);e<parseInt(n);e++)i+=r.replace(/\[\s*i\s*\]/g,`[ `+e+` ]`).replace(/UNROLLED_LOOP_INDEX/g,e);return i}function bm(e){let t=`precision ${e.precision} float;
	precision ${e.precision} int;
	precision ${e.precision} sampler2D;
	precision ${e.precision} samplerCube;
	precision ${e.precision} sampler3D;
	precision ${e.precision} sampler2DArray;
	precision ${e.precision} sampler2DShadow;
	precision ${e.precision} samplerCubeShadow;
	precision ${e.precision} sampler2DArrayShadow;
	precision ${e.precision} isampler2D;
	precision ${e.precision} isampler3D;
	precision ${e.precision} isamplerCube;
	precision ${e.precision} isampler2DArray;
	precision ${e.precision} usampler2D;
	precision ${e.precision} usampler3D;
	precision ${e.precision} usamplerCube;
	precision ${e.precision} usampler2DArray;
	`;return e.precision===`highp`?t+=`
#define HIGH_PRECISION`:e.precision===`mediump`?t+=`
#define MEDIUM_PRECISION`:e.precision===`lowp`&&(t+=`
#define LOW_PRECISION`),t}var xm={1:`SHADOWMAP_TYPE_PCF`,3:`SHADOWMAP_TYPE_VSM`};function Sm(e){return xm[e.shadowMapType]||`SHADOWMAP_TYPE_BASIC`}var Cm={302:`ENVMAP_MODE_REFRACTION`};function wm(e){return e.envMap===!1?`ENVMAP_MODE_REFLECTION`:Cm[e.envMapMode]||`ENVMAP_MODE_REFLECTION`}var Tm={0:`ENVMAP_BLENDING_MULTIPLY`,1:`ENVMAP_BLENDING_MIX`,2:`ENVMAP_BLENDING_ADD`};function Em(e){return e.envMap===!1?`ENVMAP_BLENDING_NONE`:Tm[e.combine]||`ENVMAP_BLENDING_NONE`}function Dm(e,t,n,r){let i=e.getContext(),a=n.defines,o=n.vertexShader,s=n.fragmentShader,c=Sm(n),l=n.envMapPMREM===!0?`ENVMAP_TYPE_PMREM`:`ENVMAP_TYPE_CUBE`,u=wm(n),d=Em(n),f=cm(n),p=lm(a),m=i.createProgram(),h,g,_=n.glslVersion?`#version `+n.glslVersion+`
`:``;n.isRawShaderMaterial?(h=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(dm).join(`
`),h.length>0&&(h+=`
`),g=[`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p].filter(dm).join(`
`),g.length>0&&(g+=`
`)):(h=[bm(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.extensionClipCullDistance?`#define USE_CLIP_DISTANCE`:``,n.batching?`#define USE_BATCHING`:``,n.batchingColor?`#define USE_BATCHING_COLOR`:``,n.instancing?`#define USE_INSTANCING`:``,n.instancingColor?`#define USE_INSTANCING_COLOR`:``,n.instancingMorph?`#define USE_INSTANCING_MORPH`:``,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.map?`#define USE_MAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+u:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.displacementMap?`#define USE_DISPLACEMENTMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.mapUv?`#define MAP_UV `+n.mapUv:``,n.alphaMapUv?`#define ALPHAMAP_UV `+n.alphaMapUv:``,n.lightMapUv?`#define LIGHTMAP_UV `+n.lightMapUv:``,n.aoMapUv?`#define AOMAP_UV `+n.aoMapUv:``,n.emissiveMapUv?`#define EMISSIVEMAP_UV `+n.emissiveMapUv:``,n.bumpMapUv?`#define BUMPMAP_UV `+n.bumpMapUv:``,n.normalMapUv?`#define NORMALMAP_UV `+n.normalMapUv:``,n.displacementMapUv?`#define DISPLACEMENTMAP_UV `+n.displacementMapUv:``,n.metalnessMapUv?`#define METALNESSMAP_UV `+n.metalnessMapUv:``,n.roughnessMapUv?`#define ROUGHNESSMAP_UV `+n.roughnessMapUv:``,n.anisotropyMapUv?`#define ANISOTROPYMAP_UV `+n.anisotropyMapUv:``,n.clearcoatMapUv?`#define CLEARCOATMAP_UV `+n.clearcoatMapUv:``,n.clearcoatNormalMapUv?`#define CLEARCOAT_NORMALMAP_UV `+n.clearcoatNormalMapUv:``,n.clearcoatRoughnessMapUv?`#define CLEARCOAT_ROUGHNESSMAP_UV `+n.clearcoatRoughnessMapUv:``,n.diffuseRoughnessMapUv?`#define DIFFUSE_ROUGHNESSMAP_UV `+n.diffuseRoughnessMapUv:``,n.iridescenceMapUv?`#define IRIDESCENCEMAP_UV `+n.iridescenceMapUv:``,n.iridescenceThicknessMapUv?`#define IRIDESCENCE_THICKNESSMAP_UV `+n.iridescenceThicknessMapUv:``,n.sheenColorMapUv?`#define SHEEN_COLORMAP_UV `+n.sheenColorMapUv:``,n.sheenRoughnessMapUv?`#define SHEEN_ROUGHNESSMAP_UV `+n.sheenRoughnessMapUv:``,n.specularMapUv?`#define SPECULARMAP_UV `+n.specularMapUv:``,n.specularColorMapUv?`#define SPECULAR_COLORMAP_UV `+n.specularColorMapUv:``,n.specularIntensityMapUv?`#define SPECULAR_INTENSITYMAP_UV `+n.specularIntensityMapUv:``,n.transmissionMapUv?`#define TRANSMISSIONMAP_UV `+n.transmissionMapUv:``,n.thicknessMapUv?`#define THICKNESSMAP_UV `+n.thicknessMapUv:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexNormals?`#define HAS_NORMAL`:``,n.vertexColors?`#define USE_COLOR`:``,n.vertexAlphas?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.flatShading?`#define FLAT_SHADED`:``,n.skinning?`#define USE_SKINNING`:``,n.morphTargets?`#define USE_MORPHTARGETS`:``,n.morphNormals&&n.flatShading===!1?`#define USE_MORPHNORMALS`:``,n.morphColors?`#define USE_MORPHCOLORS`:``,n.morphTargetsCount>0?`#define MORPHTARGETS_TEXTURE_STRIDE `+n.morphTextureStride:``,n.morphTargetsCount>0?`#define MORPHTARGETS_COUNT `+n.morphTargetsCount:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.sizeAttenuation?`#define USE_SIZEATTENUATION`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 modelMatrix;`,`uniform mat4 modelViewMatrix;`,`uniform mat4 projectionMatrix;`,`uniform mat4 viewMatrix;`,`uniform mat3 normalMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,`#ifdef USE_INSTANCING`,`	attribute mat4 instanceMatrix;`,`#endif`,`#ifdef USE_INSTANCING_COLOR`,`	attribute vec3 instanceColor;`,`#endif`,`#ifdef USE_INSTANCING_MORPH`,`	uniform sampler2D morphTexture;`,`#endif`,`attribute vec3 position;`,`attribute vec3 normal;`,`attribute vec2 uv;`,`#ifdef USE_UV1`,`	attribute vec2 uv1;`,`#endif`,`#ifdef USE_UV2`,`	attribute vec2 uv2;`,`#endif`,`#ifdef USE_UV3`,`	attribute vec2 uv3;`,`#endif`,`#ifdef USE_TANGENT`,`	attribute vec4 tangent;`,`#endif`,`#if defined( USE_COLOR_ALPHA )`,`	attribute vec4 color;`,`#elif defined( USE_COLOR )`,`	attribute vec3 color;`,`#endif`,`#ifdef USE_SKINNING`,`	attribute vec4 skinIndex;`,`	attribute vec4 skinWeight;`,`#endif`,`
`].filter(dm).join(`
`),g=[bm(n),`#define SHADER_TYPE `+n.shaderType,`#define SHADER_NAME `+n.shaderName,p,n.useFog&&n.fog?`#define USE_FOG`:``,n.useFog&&n.fogExp2?`#define FOG_EXP2`:``,n.alphaToCoverage?`#define ALPHA_TO_COVERAGE`:``,n.map?`#define USE_MAP`:``,n.matcap?`#define USE_MATCAP`:``,n.envMap?`#define USE_ENVMAP`:``,n.envMap?`#define `+l:``,n.envMap?`#define `+u:``,n.envMap?`#define `+d:``,n.envMapPMREM?`#define ENVMAP_MAX_LOD `+n.envMapMaxLod+`.0`:``,n.envMapPMREM?`#define ENVMAP_SIZE `+n.envMapSize+`.0`:``,n.lightMap?`#define USE_LIGHTMAP`:``,n.aoMap?`#define USE_AOMAP`:``,n.bumpMap?`#define USE_BUMPMAP`:``,n.normalMap?`#define USE_NORMALMAP`:``,n.normalMapObjectSpace?`#define USE_NORMALMAP_OBJECTSPACE`:``,n.normalMapTangentSpace?`#define USE_NORMALMAP_TANGENTSPACE`:``,n.packedNormalMap?`#define USE_PACKED_NORMALMAP`:``,n.emissiveMap?`#define USE_EMISSIVEMAP`:``,n.anisotropy?`#define USE_ANISOTROPY`:``,n.anisotropyMap?`#define USE_ANISOTROPYMAP`:``,n.clearcoat?`#define USE_CLEARCOAT`:``,n.clearcoatMap?`#define USE_CLEARCOATMAP`:``,n.clearcoatRoughnessMap?`#define USE_CLEARCOAT_ROUGHNESSMAP`:``,n.clearcoatNormalMap?`#define USE_CLEARCOAT_NORMALMAP`:``,n.diffuseRoughness?`#define USE_DIFFUSE_ROUGHNESS`:``,n.diffuseRoughnessMap?`#define USE_DIFFUSE_ROUGHNESSMAP`:``,n.dispersion?`#define USE_DISPERSION`:``,n.retroreflection?`#define USE_RETROREFLECTION`:``,n.iridescence?`#define USE_IRIDESCENCE`:``,n.iridescenceMap?`#define USE_IRIDESCENCEMAP`:``,n.iridescenceThicknessMap?`#define USE_IRIDESCENCE_THICKNESSMAP`:``,n.specularMap?`#define USE_SPECULARMAP`:``,n.specularColorMap?`#define USE_SPECULAR_COLORMAP`:``,n.specularIntensityMap?`#define USE_SPECULAR_INTENSITYMAP`:``,n.roughnessMap?`#define USE_ROUGHNESSMAP`:``,n.metalnessMap?`#define USE_METALNESSMAP`:``,n.alphaMap?`#define USE_ALPHAMAP`:``,n.alphaTest?`#define USE_ALPHATEST`:``,n.alphaHash?`#define USE_ALPHAHASH`:``,n.sheen?`#define USE_SHEEN`:``,n.sheenColorMap?`#define USE_SHEEN_COLORMAP`:``,n.sheenRoughnessMap?`#define USE_SHEEN_ROUGHNESSMAP`:``,n.transmission?`#define USE_TRANSMISSION`:``,n.transmissionMap?`#define USE_TRANSMISSIONMAP`:``,n.thicknessMap?`#define USE_THICKNESSMAP`:``,n.vertexTangents&&n.flatShading===!1?`#define USE_TANGENT`:``,n.vertexColors||n.instancingColor?`#define USE_COLOR`:``,n.vertexAlphas||n.batchingColor?`#define USE_COLOR_ALPHA`:``,n.vertexUv1s?`#define USE_UV1`:``,n.vertexUv2s?`#define USE_UV2`:``,n.vertexUv3s?`#define USE_UV3`:``,n.pointsUvs?`#define USE_POINTS_UV`:``,n.gradientMap?`#define USE_GRADIENTMAP`:``,n.flatShading?`#define FLAT_SHADED`:``,n.doubleSided?`#define DOUBLE_SIDED`:``,n.flipSided?`#define FLIP_SIDED`:``,n.shadowMapEnabled?`#define USE_SHADOWMAP`:``,n.shadowMapEnabled?`#define `+c:``,n.premultipliedAlpha?`#define PREMULTIPLIED_ALPHA`:``,n.numLightProbes>0?`#define USE_LIGHT_PROBES`:``,n.decodeVideoTexture?`#define DECODE_VIDEO_TEXTURE`:``,n.decodeVideoTextureEmissive?`#define DECODE_VIDEO_TEXTURE_EMISSIVE`:``,n.logarithmicDepthBuffer?`#define USE_LOGARITHMIC_DEPTH_BUFFER`:``,n.reversedDepthBuffer?`#define USE_REVERSED_DEPTH_BUFFER`:``,`uniform mat4 viewMatrix;`,`uniform vec3 cameraPosition;`,`uniform bool isOrthographic;`,n.toneMapping===0?``:`#define TONE_MAPPING`,n.toneMapping===0?``:X.tonemapping_pars_fragment,n.toneMapping===0?``:am(`toneMapping`,n.toneMapping),n.dithering?`#define DITHERING`:``,n.opaque?`#define OPAQUE`:``,X.colorspace_pars_fragment,rm(`linearToOutputTexel`,n.outputColorSpace),sm(),n.useDepthPacking?`#define DEPTH_PACKING `+n.depthPacking:``,`
`].filter(dm).join(`
`)),o=hm(o),o=fm(o,n),o=pm(o,n),s=hm(s),s=fm(s,n),s=pm(s,n),o=vm(o),s=vm(s),n.isRawShaderMaterial!==!0&&(_=`#version 300 es
`,h=[f,`#define attribute in`,`#define varying out`,`#define texture2D texture`].join(`
`)+`
`+h,g=[`#define varying in`,n.glslVersion===`300 es`?``:`layout(location = 0) out highp vec4 pc_fragColor;`,n.glslVersion===`300 es`?``:`#define gl_FragColor pc_fragColor`,`#define gl_FragDepthEXT gl_FragDepth`,`#define texture2D texture`,`#define textureCube texture`,`#define texture2DProj textureProj`,`#define texture2DLodEXT textureLod`,`#define texture2DProjLodEXT textureProjLod`,`#define textureCubeLodEXT textureLod`,`#define texture2DGradEXT textureGrad`,`#define texture2DProjGradEXT textureProjGrad`,`#define textureCubeGradEXT textureGrad`].join(`
`)+`
`+g);let v=_+h+o,y=_+g+s,b=Xp(i,i.VERTEX_SHADER,v),x=Xp(i,i.FRAGMENT_SHADER,y);i.attachShader(m,b),i.attachShader(m,x),n.index0AttributeName===void 0?n.hasPositionAttribute===!0&&i.bindAttribLocation(m,0,`position`):i.bindAttribLocation(m,0,n.index0AttributeName),i.linkProgram(m);function S(t){if(e.debug.checkShaderErrors){let n=i.getProgramInfoLog(m)||``,r=i.getShaderInfoLog(b)||``,a=i.getShaderInfoLog(x)||``,o=n.trim(),s=r.trim(),c=a.trim(),l=!0,u=!0;if(i.getProgramParameter(m,i.LINK_STATUS)===!1){if(l=!1,typeof e.debug.onShaderError==`function`)e.debug.onShaderError(i,m,b,x);else{let e=nm(i,b,`vertex`),n=nm(i,x,`fragment`);H(`WebGLProgram: Shader Error `+i.getError()+` - VALIDATE_STATUS `+i.getProgramParameter(m,i.VALIDATE_STATUS)+`

Material Name: `+t.name+`
Material Type: `+t.type+`

Program Info Log: `+o+`
`+e+`
`+n)}}else o===``?(s===``||c===``)&&(u=!1):V(`WebGLProgram: Program Info Log:`,o);u&&(t.diagnostics={runnable:l,programLog:o,vertexShader:{log:s,prefix:h},fragmentShader:{log:c,prefix:g}})}i.deleteShader(b),i.deleteShader(x),C=new Yp(i,m),w=um(i,m)}let C;this.getUniforms=function(){return C===void 0&&S(this),C};let w;this.getAttributes=function(){return w===void 0&&S(this),w};let T=n.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return T===!1&&(T=i.getProgramParameter(m,Zp)),T},this.destroy=function(){r.releaseStatesOfProgram(this),i.deleteProgram(m),this.program=void 0},this.type=n.shaderType,this.name=n.shaderName,this.id=Qp++,this.cacheKey=t,this.usedTimes=1,this.program=m,this.vertexShader=b,this.fragmentShader=x,this}var Om=0,km=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,n){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(n)===!1&&(r.add(n),n.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let e of t)e.usedTimes--,e.usedTimes===0&&this.shaderCache.delete(e.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,n=t.get(e);return n===void 0&&(n=new Set,t.set(e,n)),n}_getShaderStage(e){let t=this.shaderCache,n=t.get(e);return n===void 0&&(n=new Am(e),t.set(e,n)),n}},Am=class{constructor(e){this.id=Om++,this.code=e,this.usedTimes=0}};function jm(e){return e===1030||e===37490||e===36285}function Mm(e,t,n,r,i,a){let o=new os,s=new km,c=new Set,l=[],u=new Map,d=r.logarithmicDepthBuffer,f={MeshDepthMaterial:`depth`,MeshDistanceMaterial:`distance`,MeshNormalMaterial:`normal`,MeshBasicMaterial:`basic`,MeshLambertMaterial:`lambert`,MeshPhongMaterial:`phong`,MeshToonMaterial:`toon`,MeshStandardMaterial:`physical`,MeshPhysicalMaterial:`physical`,MeshMatcapMaterial:`matcap`,LineBasicMaterial:`basic`,LineDashedMaterial:`dashed`,PointsMaterial:`points`,ShadowMaterial:`shadow`,SpriteMaterial:`sprite`};function p(e){return c.add(e),e===0?`uv`:`uv${e}`}function m(i,o,l,u,m,h){let g=u.fog,_=m.geometry,v=i.isMeshStandardMaterial||i.isMeshLambertMaterial||i.isMeshPhongMaterial?u.environment:null,y=i.isMeshStandardMaterial||i.isMeshLambertMaterial&&!i.envMap||i.isMeshPhongMaterial&&!i.envMap,b=t.get(i.envMap||v,y),x=f[i.type],S=r.precision;i.precision!==null&&(S=r.getMaxPrecision(i.precision),S!==i.precision&&V(`WebGLProgram.getParameters:`,i.precision,`not supported, using`,S,`instead.`));let C=_.morphAttributes.position||_.morphAttributes.normal||_.morphAttributes.color,w=C===void 0?0:C.length,T=0;_.morphAttributes.position!==void 0&&(T=1),_.morphAttributes.normal!==void 0&&(T=2),_.morphAttributes.color!==void 0&&(T=3);let E,D,O,k;if(x){let e=of[x];E=e.vertexShader,D=e.fragmentShader}else{E=i.vertexShader,D=i.fragmentShader;let e=s.getVertexShaderStage(i),t=s.getFragmentShaderStage(i);s.update(i,e,t),O=e.id,k=t.id}let A=e.getRenderTarget(),j=e.state.buffers.depth.getReversed(),ee=m.isInstancedMesh===!0,M=m.isBatchedMesh===!0,N=!!i.map,te=!!i.matcap,ne=!!b,re=ne&&b.isPMREMTexture===!0,ie=!!i.aoMap,ae=!!i.lightMap,oe=!!i.bumpMap&&i.wireframe===!1,se=!!i.normalMap,ce=!!i.displacementMap,le=!!i.emissiveMap,ue=!!i.metalnessMap,de=!!i.roughnessMap,fe=i.anisotropy>0,pe=i.clearcoat>0,me=i.diffuseRoughness>0,he=i.dispersion>0,ge=i.retroreflectivity>0,_e=i.iridescence>0,ve=i.sheen>0,ye=i.transmission>0,be=fe&&!!i.anisotropyMap,xe=pe&&!!i.clearcoatMap,Se=pe&&!!i.clearcoatNormalMap,Ce=pe&&!!i.clearcoatRoughnessMap,we=me&&!!i.diffuseRoughnessMap,P=_e&&!!i.iridescenceMap,Te=_e&&!!i.iridescenceThicknessMap,Ee=ve&&!!i.sheenColorMap,De=ve&&!!i.sheenRoughnessMap,F=!!i.specularMap,Oe=!!i.specularColorMap,I=!!i.specularIntensityMap,L=ye&&!!i.transmissionMap,ke=ye&&!!i.thicknessMap,Ae=!!i.gradientMap,je=!!i.alphaMap,Me=i.alphaTest>0,Ne=!!i.alphaHash,Pe=!!i.extensions,Fe=0;i.toneMapped&&(A===null||A.isXRRenderTarget===!0)&&(Fe=e.toneMapping);let Ie=re?b.isCompressedCubeTexture?b.image[0].mipmaps:b.mipmaps:null,Le={shaderID:x,shaderType:i.type,shaderName:i.name,vertexShader:E,fragmentShader:D,defines:i.defines,customVertexShaderID:O,customFragmentShaderID:k,isRawShaderMaterial:i.isRawShaderMaterial===!0,glslVersion:i.glslVersion,precision:S,batching:M,batchingColor:M&&m._colorsTexture!==null,instancing:ee,instancingColor:ee&&m.instanceColor!==null,instancingMorph:ee&&m.morphTexture!==null,outputColorSpace:A===null?e.outputColorSpace:A.isXRRenderTarget===!0?A.texture.colorSpace:q.workingColorSpace,alphaToCoverage:!!i.alphaToCoverage,map:N,matcap:te,envMap:ne,envMapMode:ne&&b.mapping,envMapPMREM:re,envMapMaxLod:re?Ie.length-1:null,envMapSize:re?Ie[0].width:null,aoMap:ie,lightMap:ae,bumpMap:oe,normalMap:se,displacementMap:ce,emissiveMap:le,normalMapObjectSpace:se&&i.normalMapType===1,normalMapTangentSpace:se&&i.normalMapType===0,packedNormalMap:se&&i.normalMapType===0&&jm(i.normalMap.format),metalnessMap:ue,roughnessMap:de,anisotropy:fe,anisotropyMap:be,clearcoat:pe,clearcoatMap:xe,clearcoatNormalMap:Se,clearcoatRoughnessMap:Ce,diffuseRoughness:me,diffuseRoughnessMap:we,dispersion:he,retroreflection:ge,iridescence:_e,iridescenceMap:P,iridescenceThicknessMap:Te,sheen:ve,sheenColorMap:Ee,sheenRoughnessMap:De,specularMap:F,specularColorMap:Oe,specularIntensityMap:I,transmission:ye,transmissionMap:L,thicknessMap:ke,gradientMap:Ae,opaque:i.transparent===!1&&i.blending===1&&i.alphaToCoverage===!1,alphaMap:je,alphaTest:Me,alphaHash:Ne,combine:i.combine,mapUv:N&&p(i.map.channel),aoMapUv:ie&&p(i.aoMap.channel),lightMapUv:ae&&p(i.lightMap.channel),bumpMapUv:oe&&p(i.bumpMap.channel),normalMapUv:se&&p(i.normalMap.channel),displacementMapUv:ce&&p(i.displacementMap.channel),emissiveMapUv:le&&p(i.emissiveMap.channel),metalnessMapUv:ue&&p(i.metalnessMap.channel),roughnessMapUv:de&&p(i.roughnessMap.channel),anisotropyMapUv:be&&p(i.anisotropyMap.channel),clearcoatMapUv:xe&&p(i.clearcoatMap.channel),clearcoatNormalMapUv:Se&&p(i.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:Ce&&p(i.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:we&&p(i.diffuseRoughnessMap.channel),iridescenceMapUv:P&&p(i.iridescenceMap.channel),iridescenceThicknessMapUv:Te&&p(i.iridescenceThicknessMap.channel),sheenColorMapUv:Ee&&p(i.sheenColorMap.channel),sheenRoughnessMapUv:De&&p(i.sheenRoughnessMap.channel),specularMapUv:F&&p(i.specularMap.channel),specularColorMapUv:Oe&&p(i.specularColorMap.channel),specularIntensityMapUv:I&&p(i.specularIntensityMap.channel),transmissionMapUv:L&&p(i.transmissionMap.channel),thicknessMapUv:ke&&p(i.thicknessMap.channel),alphaMapUv:je&&p(i.alphaMap.channel),vertexTangents:!!_.attributes.tangent&&(se||fe),vertexNormals:!!_.attributes.normal,vertexColors:i.vertexColors,vertexAlphas:i.vertexColors===!0&&!!_.attributes.color&&_.attributes.color.itemSize===4,pointsUvs:m.isPoints===!0&&!!_.attributes.uv&&(N||je),fog:!!g,useFog:i.fog===!0,fogExp2:!!g&&g.isFogExp2,flatShading:i.wireframe===!1&&(i.flatShading===!0||_.attributes.normal===void 0&&se===!1&&(i.isMeshLambertMaterial||i.isMeshPhongMaterial||i.isMeshStandardMaterial||i.isMeshPhysicalMaterial)),sizeAttenuation:i.sizeAttenuation===!0,logarithmicDepthBuffer:d,reversedDepthBuffer:j,skinning:m.isSkinnedMesh===!0,hasPositionAttribute:_.attributes.position!==void 0,morphTargets:_.morphAttributes.position!==void 0,morphNormals:_.morphAttributes.normal!==void 0,morphColors:_.morphAttributes.color!==void 0,morphTargetsCount:w,morphTextureStride:T,numSunLights:o.sun.length,numDirLights:o.directional.length,numPointLights:o.point.length,numSpotLights:o.spot.length,numSpotLightMaps:o.spotLightMap.length,numRectAreaLights:o.rectArea.length,numHemiLights:o.hemi.length,numSunLightShadows:o.sunShadowMap.length,numDirLightShadows:o.directionalShadowMap.length,numPointLightShadows:o.pointShadowMap.length,numSpotLightShadows:o.spotShadowMap.length,numSpotLightShadowsWithMaps:o.numSpotLightShadowsWithMaps,numLightProbes:o.numLightProbes,numLightProbeGrids:h.filter(e=>e.texture!==null).length,numClippingPlanes:a.numPlanes,numClipIntersection:a.numIntersection,dithering:i.dithering,shadowMapEnabled:e.shadowMap.enabled&&l.length>0,shadowMapType:e.shadowMap.type,toneMapping:Fe,decodeVideoTexture:N&&i.map.isVideoTexture===!0&&q.getTransfer(i.map.colorSpace)===`srgb`,decodeVideoTextureEmissive:le&&i.emissiveMap.isVideoTexture===!0&&q.getTransfer(i.emissiveMap.colorSpace)===`srgb`,premultipliedAlpha:i.premultipliedAlpha,doubleSided:i.side===2,flipSided:i.side===1,useDepthPacking:i.depthPacking>=0,depthPacking:i.depthPacking||0,index0AttributeName:i.index0AttributeName,extensionClipCullDistance:Pe&&i.extensions.clipCullDistance===!0&&n.has(`WEBGL_clip_cull_distance`),extensionMultiDraw:(Pe&&i.extensions.multiDraw===!0||M)&&n.has(`WEBGL_multi_draw`),rendererExtensionParallelShaderCompile:n.has(`KHR_parallel_shader_compile`),customProgramCacheKey:i.customProgramCacheKey()};return Le.vertexUv1s=c.has(1),Le.vertexUv2s=c.has(2),Le.vertexUv3s=c.has(3),c.clear(),Le}function h(t){let n=[];if(t.shaderID?n.push(t.shaderID):(n.push(t.customVertexShaderID),n.push(t.customFragmentShaderID)),t.defines!==void 0)for(let e in t.defines)n.push(e),n.push(t.defines[e]);return t.isRawShaderMaterial===!1&&(g(n,t),_(n,t),n.push(e.outputColorSpace)),n.push(t.customProgramCacheKey),n.join()}function g(e,t){e.push(t.precision),e.push(t.outputColorSpace),e.push(t.envMapMode),e.push(t.envMapPMREM),e.push(t.envMapMaxLod),e.push(t.envMapSize),e.push(t.mapUv),e.push(t.alphaMapUv),e.push(t.lightMapUv),e.push(t.aoMapUv),e.push(t.bumpMapUv),e.push(t.normalMapUv),e.push(t.displacementMapUv),e.push(t.emissiveMapUv),e.push(t.metalnessMapUv),e.push(t.roughnessMapUv),e.push(t.anisotropyMapUv),e.push(t.clearcoatMapUv),e.push(t.clearcoatNormalMapUv),e.push(t.clearcoatRoughnessMapUv),e.push(t.diffuseRoughnessMapUv),e.push(t.iridescenceMapUv),e.push(t.iridescenceThicknessMapUv),e.push(t.sheenColorMapUv),e.push(t.sheenRoughnessMapUv),e.push(t.specularMapUv),e.push(t.specularColorMapUv),e.push(t.specularIntensityMapUv),e.push(t.transmissionMapUv),e.push(t.thicknessMapUv),e.push(t.combine),e.push(t.fogExp2),e.push(t.sizeAttenuation),e.push(t.morphTargetsCount),e.push(t.numSunLights),e.push(t.numDirLights),e.push(t.numPointLights),e.push(t.numSpotLights),e.push(t.numSpotLightMaps),e.push(t.numHemiLights),e.push(t.numRectAreaLights),e.push(t.numSunLightShadows),e.push(t.numDirLightShadows),e.push(t.numPointLightShadows),e.push(t.numSpotLightShadows),e.push(t.numSpotLightShadowsWithMaps),e.push(t.numLightProbes),e.push(t.numLightProbeGrids),e.push(t.shadowMapType),e.push(t.toneMapping),e.push(t.numClippingPlanes),e.push(t.numClipIntersection),e.push(t.depthPacking)}function _(e,t){o.disableAll(),t.instancing&&o.enable(0),t.instancingColor&&o.enable(1),t.instancingMorph&&o.enable(2),t.matcap&&o.enable(3),t.envMap&&o.enable(4),t.normalMapObjectSpace&&o.enable(5),t.normalMapTangentSpace&&o.enable(6),t.clearcoat&&o.enable(7),t.iridescence&&o.enable(8),t.alphaTest&&o.enable(9),t.vertexColors&&o.enable(10),t.vertexAlphas&&o.enable(11),t.vertexUv1s&&o.enable(12),t.vertexUv2s&&o.enable(13),t.vertexUv3s&&o.enable(14),t.vertexTangents&&o.enable(15),t.anisotropy&&o.enable(16),t.alphaHash&&o.enable(17),t.batching&&o.enable(18),t.dispersion&&o.enable(19),t.retroreflection&&o.enable(24),t.diffuseRoughness&&o.enable(25),t.batchingColor&&o.enable(20),t.gradientMap&&o.enable(21),t.packedNormalMap&&o.enable(22),t.vertexNormals&&o.enable(23),e.push(o.mask),o.disableAll(),t.fog&&o.enable(0),t.useFog&&o.enable(1),t.flatShading&&o.enable(2),t.logarithmicDepthBuffer&&o.enable(3),t.reversedDepthBuffer&&o.enable(4),t.skinning&&o.enable(5),t.morphTargets&&o.enable(6),t.morphNormals&&o.enable(7),t.morphColors&&o.enable(8),t.premultipliedAlpha&&o.enable(9),t.shadowMapEnabled&&o.enable(10),t.doubleSided&&o.enable(11),t.flipSided&&o.enable(12),t.useDepthPacking&&o.enable(13),t.dithering&&o.enable(14),t.transmission&&o.enable(15),t.sheen&&o.enable(16),t.opaque&&o.enable(17),t.pointsUvs&&o.enable(18),t.decodeVideoTexture&&o.enable(19),t.decodeVideoTextureEmissive&&o.enable(20),t.alphaToCoverage&&o.enable(21),t.numLightProbeGrids>0&&o.enable(22),t.hasPositionAttribute&&o.enable(23),e.push(o.mask)}function v(e){let t=f[e.type],n;if(t){let e=of[t];n=rd.clone(e.uniforms)}else n=e.uniforms;return n}function y(t,n){let r=u.get(n);return r===void 0?(r=new Dm(e,n,t,i),l.push(r),u.set(n,r)):++r.usedTimes,r}function b(e){if(--e.usedTimes===0){let t=l.indexOf(e);l[t]=l[l.length-1],l.pop(),u.delete(e.cacheKey),e.destroy()}}function x(e){s.remove(e)}function S(){s.dispose()}return{getParameters:m,getProgramCacheKey:h,getUniforms:v,acquireProgram:y,releaseProgram:b,releaseShaderCache:x,programs:l,dispose:S}}function Nm(){let e=new WeakMap;function t(t){return e.has(t)}function n(t){let n=e.get(t);return n===void 0&&(n={},e.set(t,n)),n}function r(t){e.delete(t)}function i(t,n,r){e.get(t)[n]=r}function a(){e=new WeakMap}return{has:t,get:n,remove:r,update:i,dispose:a}}function Pm(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.material.id===t.material.id?e.materialVariant===t.materialVariant?e.z===t.z?e.id-t.id:e.z-t.z:e.materialVariant-t.materialVariant:e.material.id-t.material.id:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function Fm(e,t){return e.groupOrder===t.groupOrder?e.renderOrder===t.renderOrder?e.z===t.z?e.id-t.id:t.z-e.z:e.renderOrder-t.renderOrder:e.groupOrder-t.groupOrder}function Im(){let e=[],t=0,n=[],r=[],i=[];function a(){t=0,n.length=0,r.length=0,i.length=0}function o(e){let t=0;return e.isInstancedMesh&&(t+=2),e.isSkinnedMesh&&(t+=1),t}function s(n,r,i,a,s,c){let l=e[t];return l===void 0?(l={id:n.id,object:n,geometry:r,material:i,materialVariant:o(n),groupOrder:a,renderOrder:n.renderOrder,z:s,group:c},e[t]=l):(l.id=n.id,l.object=n,l.geometry=r,l.material=i,l.materialVariant=o(n),l.groupOrder=a,l.renderOrder=n.renderOrder,l.z=s,l.group=c),t++,l}function c(e,t,a,o,c,l,u){u.reversedDepth===!0&&(c=-c);let d=s(e,t,a,o,c,l);a.transmission>0?r.push(d):a.transparent===!0?i.push(d):n.push(d)}function l(e,t,a,o,c,l){let u=s(e,t,a,o,c,l);a.transmission>0?r.unshift(u):a.transparent===!0?i.unshift(u):n.unshift(u)}function u(e,t){n.length>1&&n.sort(e||Pm),r.length>1&&r.sort(t||Fm),i.length>1&&i.sort(t||Fm)}function d(){for(let n=t,r=e.length;n<r;n++){let t=e[n];if(t.id===null)break;t.id=null,t.object=null,t.geometry=null,t.material=null,t.group=null}}return{opaque:n,transmissive:r,transparent:i,init:a,push:c,unshift:l,finish:d,sort:u}}function Lm(){let e=new WeakMap;function t(t,n){let r=e.get(t),i;return r===void 0?(i=new Im,e.set(t,[i])):n>=r.length?(i=new Im,r.push(i)):i=r[n],i}function n(){e=new WeakMap}return{get:t,dispose:n}}function Rm(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={direction:new G,color:new J};break;case`SpotLight`:n={position:new G,direction:new G,color:new J,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case`PointLight`:n={position:new G,color:new J,distance:0,decay:0};break;case`HemisphereLight`:n={direction:new G,skyColor:new J,groundColor:new J};break;case`RectAreaLight`:n={color:new J,position:new G,halfWidth:new G,halfHeight:new G}}return e[t.id]=n,n}}}function zm(){let e={};return{get:function(t){if(e[t.id]!==void 0)return e[t.id];let n;switch(t.type){case`SunLight`:case`DirectionalLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new W};break;case`SpotLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new W};break;case`PointLight`:n={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new W,shadowCameraNear:1,shadowCameraFar:1e3}}return e[t.id]=n,n}}}var Bm=0;function Vm(e,t){return(t.castShadow?2:0)-(e.castShadow?2:0)+ +!!t.map-!!e.map}function Hm(e){let t=new Rm,n=zm(),r={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let e=0;e<9;e++)r.probe.push(new G);let i=new G,a=new Yo,o=new Yo;function s(i){let a=0,o=0,s=0;for(let e=0;e<9;e++)r.probe[e].set(0,0,0);let c=0,l=0,u=0,d=0,f=0,p=0,m=0,h=0,g=0,_=0,v=0,y=0,b=0,x=0;i.sort(Vm);for(let e=0,S=i.length;e<S;e++){let S=i[e],C=S.color,w=S.intensity,T=S.distance,E=null;if(S.shadow&&S.shadow.map&&(E=S.shadow.map.texture.format===1030?S.shadow.map.texture:S.shadow.map.depthTexture||S.shadow.map.texture),S.isAmbientLight)a+=C.r*w,o+=C.g*w,s+=C.b*w;else if(S.isLightProbe){for(let e=0;e<9;e++)r.probe[e].addScaledVector(S.sh.coefficients[e],w);x++}else if(S.isSunLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize.copy(e.mapSize).multiply(e.getFrameExtents()),r.sunShadow[l]=t,r.sunShadowMap[l]=E;let i=e.getViewportCount();for(let t=0;t<i;t++)r.sunShadowMatrix[u+t]=e.getMatrix(t),r.sunShadowCascade[u+t]=e._cascadeData[t];u+=i,l++}r.sun[c]=e,c++}else if(S.isDirectionalLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,r.directionalShadow[d]=t,r.directionalShadowMap[d]=E,r.directionalShadowMatrix[d]=S.shadow.matrix,g++}r.directional[d]=e,d++}else if(S.isSpotLight){let e=t.get(S);e.position.setFromMatrixPosition(S.matrixWorld),e.color.copy(C).multiplyScalar(w),e.distance=T,e.coneCos=Math.cos(S.angle),e.penumbraCos=Math.cos(S.angle*(1-S.penumbra)),e.decay=S.decay,r.spot[p]=e;let i=S.shadow;if(S.map&&(r.spotLightMap[y]=S.map,y++,i.updateMatrices(S),S.castShadow&&b++),r.spotLightMatrix[p]=i.matrix,S.castShadow){let e=n.get(S);e.shadowIntensity=i.intensity,e.shadowBias=i.bias,e.shadowNormalBias=i.normalBias,e.shadowRadius=i.radius,e.shadowMapSize=i.mapSize,r.spotShadow[p]=e,r.spotShadowMap[p]=E,v++}p++}else if(S.isRectAreaLight){let e=t.get(S);e.color.copy(C).multiplyScalar(w),e.halfWidth.set(S.width*.5,0,0),e.halfHeight.set(0,S.height*.5,0),r.rectArea[m]=e,m++}else if(S.isPointLight){let e=t.get(S);if(e.color.copy(S.color).multiplyScalar(S.intensity),e.distance=S.distance,e.decay=S.decay,S.castShadow){let e=S.shadow,t=n.get(S);t.shadowIntensity=e.intensity,t.shadowBias=e.bias,t.shadowNormalBias=e.normalBias,t.shadowRadius=e.radius,t.shadowMapSize=e.mapSize,t.shadowCameraNear=e.camera.near,t.shadowCameraFar=e.camera.far,r.pointShadow[f]=t,r.pointShadowMap[f]=E,r.pointShadowMatrix[f]=S.shadow.matrix,_++}r.point[f]=e,f++}else if(S.isHemisphereLight){let e=t.get(S);e.skyColor.copy(S.color).multiplyScalar(w),e.groundColor.copy(S.groundColor).multiplyScalar(w),r.hemi[h]=e,h++}}m>0&&(e.has(`OES_texture_float_linear`)===!0?(r.rectAreaLTC1=Z.LTC_FLOAT_1,r.rectAreaLTC2=Z.LTC_FLOAT_2):(r.rectAreaLTC1=Z.LTC_HALF_1,r.rectAreaLTC2=Z.LTC_HALF_2)),r.ambient[0]=a,r.ambient[1]=o,r.ambient[2]=s;let S=r.hash;(S.sunLength!==c||S.directionalLength!==d||S.pointLength!==f||S.spotLength!==p||S.rectAreaLength!==m||S.hemiLength!==h||S.numSunShadows!==l||S.numDirectionalShadows!==g||S.numPointShadows!==_||S.numSpotShadows!==v||S.numSpotMaps!==y||S.numLightProbes!==x)&&(r.sun.length=c,r.directional.length=d,r.spot.length=p,r.rectArea.length=m,r.point.length=f,r.hemi.length=h,r.sunShadow.length=l,r.sunShadowMap.length=l,r.sunShadowMatrix.length=u,r.sunShadowCascade.length=u,r.directionalShadow.length=g,r.directionalShadowMap.length=g,r.directionalShadowMatrix.length=g,r.pointShadow.length=_,r.pointShadowMap.length=_,r.pointShadowMatrix.length=_,r.spotShadow.length=v,r.spotShadowMap.length=v,r.spotLightMatrix.length=v+y-b,r.spotLightMap.length=y,r.numSpotLightShadowsWithMaps=b,r.numLightProbes=x,S.sunLength=c,S.directionalLength=d,S.pointLength=f,S.spotLength=p,S.rectAreaLength=m,S.hemiLength=h,S.numSunShadows=l,S.numDirectionalShadows=g,S.numPointShadows=_,S.numSpotShadows=v,S.numSpotMaps=y,S.numLightProbes=x,r.version=Bm++)}function c(e,t){let n=0,s=0,c=0,l=0,u=0,d=0,f=t.matrixWorldInverse;for(let t=0,p=e.length;t<p;t++){let p=e[t];if(p.isSunLight){let e=r.sun[n];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),n++}else if(p.isDirectionalLight){let e=r.directional[s];e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),s++}else if(p.isSpotLight){let e=r.spot[l];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),e.direction.setFromMatrixPosition(p.matrixWorld),i.setFromMatrixPosition(p.target.matrixWorld),e.direction.sub(i),e.direction.transformDirection(f),l++}else if(p.isRectAreaLight){let e=r.rectArea[u];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),o.identity(),a.copy(p.matrixWorld),a.premultiply(f),o.extractRotation(a),e.halfWidth.set(p.width*.5,0,0),e.halfHeight.set(0,p.height*.5,0),e.halfWidth.applyMatrix4(o),e.halfHeight.applyMatrix4(o),u++}else if(p.isPointLight){let e=r.point[c];e.position.setFromMatrixPosition(p.matrixWorld),e.position.applyMatrix4(f),c++}else if(p.isHemisphereLight){let e=r.hemi[d];e.direction.setFromMatrixPosition(p.matrixWorld),e.direction.transformDirection(f),d++}}}return{setup:s,setupView:c,state:r}}function Um(e){let t=new Hm(e),n=[],r=[],i=[];function a(e){u.camera=e,n.length=0,r.length=0,i.length=0}function o(e){e.isLightProbeGrid?i.push(e):n.push(e)}function s(e){r.push(e)}function c(){t.setup(n),i.sort((e,t)=>e.priority-t.priority||e.id-t.id)}function l(e){t.setupView(n,e)}let u={lightsArray:n,shadowsArray:r,lightProbeGridArray:i,camera:null,lights:t,transmissionRenderTarget:{},textureUnits:0};return{init:a,state:u,setupLights:c,setupLightsView:l,pushLight:o,pushShadow:s}}function Wm(e){let t=new WeakMap;function n(n,r=0){let i=t.get(n),a;return i===void 0?(a=new Um(e),t.set(n,[a])):r>=i.length?(a=new Um(e),i.push(a)):a=i[r],a}function r(){t=new WeakMap}return{get:n,dispose:r}}var Gm=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,Km=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,qm=[new G(1,0,0),new G(-1,0,0),new G(0,1,0),new G(0,-1,0),new G(0,0,1),new G(0,0,-1)],Jm=[new G(0,-1,0),new G(0,-1,0),new G(0,0,1),new G(0,0,-1),new G(0,-1,0),new G(0,-1,0)],Ym=new Yo,Xm=new G,Zm=new G;function Qm(e,t,n){let r=new tl,i=new W,a=new W,o=new Wo,s=new cd,c=new ld,l={},u=n.maxTextureSize,d={0:1,1:0,2:2},f=new od({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new W},radius:{value:4}},vertexShader:Gm,fragmentShader:Km}),p=f.clone();p.defines.HORIZONTAL_PASS=1;let m=new wc;m.setAttribute(`position`,new uc(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let h=new Jc(m,f),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=1;let _=this.type;this.render=function(t,n,s){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||t.length===0)return;this.type===2&&(V(`WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead.`),this.type=1);let c=e.getRenderTarget(),l=e.getActiveCubeFace(),d=e.getActiveMipmapLevel(),f=e.state;f.setBlending(0),f.buffers.depth.getReversed()===!0?f.buffers.color.setClear(0,0,0,0):f.buffers.color.setClear(1,1,1,1),f.buffers.depth.setTest(!0),f.setScissorTest(!1);let p=_!==this.type;p&&n.traverse(function(e){e.material&&(Array.isArray(e.material)?e.material.forEach(e=>e.needsUpdate=!0):e.material.needsUpdate=!0)});for(let c=0,l=t.length;c<l;c++){let l=t[c],d=l.shadow;if(d===void 0){V(`WebGLShadowMap:`,l,`has no shadow.`);continue}if(d.autoUpdate===!1&&d.needsUpdate===!1)continue;i.copy(d.mapSize);let m=d.getFrameExtents();i.multiply(m),a.copy(d.mapSize),(i.x>u||i.y>u)&&(i.x>u&&(a.x=Math.floor(u/m.x),i.x=a.x*m.x,d.mapSize.x=a.x),i.y>u&&(a.y=Math.floor(u/m.y),i.y=a.y*m.y,d.mapSize.y=a.y));let h=e.state.buffers.depth.getReversed();if(d.camera._reversedDepth=h,d.map===null||p===!0){if(d.map!==null&&(d.map.depthTexture!==null&&(d.map.depthTexture.dispose(),d.map.depthTexture=null),d.map.dispose()),this.type===3){if(l.isPointLight){V(`WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.`);continue}d.map=new Ko(i.x,i.y,{format:Bi,type:Di,minFilter:_i,magFilter:_i,generateMipmaps:!1}),d.map.texture.name=l.name+`.shadowMap`,d.map.depthTexture=new Tl(i.x,i.y,Ei),d.map.depthTexture.name=l.name+`.shadowMapDepth`,d.map.depthTexture.format=Ii,d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=mi,d.map.depthTexture.magFilter=mi}else l.isPointLight?(d.map=new hf(i.x),d.map.depthTexture=new El(i.x,Ti)):(d.map=new Ko(i.x,i.y),d.map.depthTexture=new Tl(i.x,i.y,Ti)),d.map.depthTexture.name=l.name+`.shadowMap`,d.map.depthTexture.format=Ii,this.type===1?(d.map.depthTexture.compareFunction=h?518:515,d.map.depthTexture.minFilter=_i,d.map.depthTexture.magFilter=_i):(d.map.depthTexture.compareFunction=null,d.map.depthTexture.minFilter=mi,d.map.depthTexture.magFilter=mi);d.camera.updateProjectionMatrix()}d.map.isWebGLCubeRenderTarget!==!0&&(d.map.width!==i.x||d.map.height!==i.y)&&d.map.setSize(i.x,i.y);let g=d.map.isWebGLCubeRenderTarget?6:d.getViewportCount();l.isPointLight!==!0&&d.updateMatrices(l,s);let _=d.camera.layers.mask&4294967294?d.camera.layers:s.layers;for(let t=0;t<g;t++){let i=d.getCamera(t);if(l.isPointLight){let e=d.camera,n=d.matrix,r=l.distance||e.far;r!==e.far&&(e.far=r,e.updateProjectionMatrix()),Xm.setFromMatrixPosition(l.matrixWorld),e.position.copy(Xm),Zm.copy(e.position),Zm.add(qm[t]),e.up.copy(Jm[t]),e.lookAt(Zm),e.updateMatrixWorld(),n.makeTranslation(-Xm.x,-Xm.y,-Xm.z),Ym.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),d._frustum.setFromProjectionMatrix(Ym,e.coordinateSystem,e.reversedDepth)}if(d.map.isWebGLCubeRenderTarget)e.setRenderTarget(d.map,t),e.clear();else{t===0&&(e.setRenderTarget(d.map),e.clear());let n=d.getViewport(t);o.set(a.x*n.x,a.y*n.y,a.x*n.z,a.y*n.w),f.viewport(o)}r=d.getFrustum(t),b(n,s,i,l,_,this.type)}d.isPointLightShadow!==!0&&this.type===3&&v(d,s),d.needsUpdate=!1}_=this.type,g.needsUpdate=!1,e.setRenderTarget(c,l,d)};function v(n,r){let a=t.update(h);f.defines.VSM_SAMPLES!==n.blurSamples&&(f.defines.VSM_SAMPLES=n.blurSamples,p.defines.VSM_SAMPLES=n.blurSamples,f.needsUpdate=!0,p.needsUpdate=!0),n.mapPass===null?n.mapPass=new Ko(i.x,i.y,{format:Bi,type:Di}):(n.mapPass.width!==n.map.width||n.mapPass.height!==n.map.height)&&n.mapPass.setSize(n.map.width,n.map.height),f.uniforms.shadow_pass.value=n.map.depthTexture,f.uniforms.resolution.value.set(n.map.width,n.map.height),f.uniforms.radius.value=n.radius,e.setRenderTarget(n.mapPass),e.clear(),e.renderBufferDirect(r,null,a,f,h,null),p.uniforms.shadow_pass.value=n.mapPass.texture,p.uniforms.resolution.value.set(n.map.width,n.map.height),p.uniforms.radius.value=n.radius,e.setRenderTarget(n.map),e.clear(),e.renderBufferDirect(r,null,a,p,h,null)}function y(t,n,r,i){let a=null,o=r.isPointLight===!0?t.customDistanceMaterial:t.customDepthMaterial;if(o!==void 0)a=o;else if(a=r.isPointLight===!0?c:s,e.localClippingEnabled&&n.clipShadows===!0&&Array.isArray(n.clippingPlanes)&&n.clippingPlanes.length!==0||n.displacementMap&&n.displacementScale!==0||n.alphaMap&&n.alphaTest>0||n.map&&n.alphaTest>0||n.alphaToCoverage===!0){let e=a.uuid,t=n.uuid,r=l[e];r===void 0&&(r={},l[e]=r);let i=r[t];i===void 0&&(i=a.clone(),r[t]=i,n.addEventListener(`dispose`,x)),a=i}if(a.visible=n.visible,a.wireframe=n.wireframe,i===3?a.side=n.shadowSide===null?n.side:n.shadowSide:a.side=n.shadowSide===null?d[n.side]:n.shadowSide,a.alphaMap=n.alphaMap,a.alphaTest=n.alphaToCoverage===!0?.5:n.alphaTest,a.map=n.map,a.clipShadows=n.clipShadows,a.clippingPlanes=n.clippingPlanes,a.clipIntersection=n.clipIntersection,a.displacementMap=n.displacementMap,a.displacementScale=n.displacementScale,a.displacementBias=n.displacementBias,a.wireframeLinewidth=n.wireframeLinewidth,a.linewidth=n.linewidth,r.isPointLight===!0&&a.isMeshDistanceMaterial===!0){let t=e.properties.get(a);t.light=r}return a}function b(n,i,a,o,s,c){if(n.visible===!1)return;if(n.layers.test(s)&&(n.isMesh||n.isLine||n.isPoints)&&(n.castShadow||n.receiveShadow&&c===3)&&(!n.frustumCulled||n.intersectsFrustum(r))){n.modelViewMatrix.multiplyMatrices(a.matrixWorldInverse,n.matrixWorld);let r=t.update(n),s=n.material;if(Array.isArray(s)){let t=r.groups;for(let l=0,u=t.length;l<u;l++){let u=t[l],d=s[u.materialIndex];if(d&&d.visible){let t=y(n,d,o,c);n.onBeforeShadow(e,n,i,a,r,t,u),e.renderBufferDirect(a,null,r,t,n,u),n.onAfterShadow(e,n,i,a,r,t,u)}}}else if(s.visible){let t=y(n,s,o,c);n.onBeforeShadow(e,n,i,a,r,t,null),e.renderBufferDirect(a,null,r,t,n,null),n.onAfterShadow(e,n,i,a,r,t,null)}}let l=n.children;for(let e=0,t=l.length;e<t;e++)b(l[e],i,a,o,s,c)}function x(e){e.target.removeEventListener(`dispose`,x);for(let t in l){let n=l[t],r=e.target.uuid;r in n&&(n[r].dispose(),delete n[r])}}}function $m(e,t){function n(){let t=!1,n=new Wo,r=null,i=new Wo(0,0,0,0);return{setMask:function(n){r!==n&&!t&&(e.colorMask(n,n,n,n),r=n)},setLocked:function(e){t=e},setClear:function(t,r,a,o,s){s===!0&&(t*=o,r*=o,a*=o),n.set(t,r,a,o),i.equals(n)===!1&&(e.clearColor(t,r,a,o),i.copy(n))},reset:function(){t=!1,r=null,i.set(-1,0,0,0)}}}function r(){let n=!1,r=!1,i=null,a=null,o=null;return{setReversed:function(e){if(r!==e){let n=t.get(`EXT_clip_control`);e?n.clipControlEXT(n.LOWER_LEFT_EXT,n.ZERO_TO_ONE_EXT):n.clipControlEXT(n.LOWER_LEFT_EXT,n.NEGATIVE_ONE_TO_ONE_EXT),r=e;let i=o;o=null,this.setClear(i)}},getReversed:function(){return r},setTest:function(t){t?ue(e.DEPTH_TEST):de(e.DEPTH_TEST)},setMask:function(t){i!==t&&!n&&(e.depthMask(t),i=t)},setFunc:function(t){if(r&&(t=Za[t]),a!==t){switch(t){case 0:e.depthFunc(e.NEVER);break;case 1:e.depthFunc(e.ALWAYS);break;case 2:e.depthFunc(e.LESS);break;case 3:e.depthFunc(e.LEQUAL);break;case 4:e.depthFunc(e.EQUAL);break;case 5:e.depthFunc(e.GEQUAL);break;case 6:e.depthFunc(e.GREATER);break;case 7:e.depthFunc(e.NOTEQUAL);break;default:e.depthFunc(e.LEQUAL)}a=t}},setLocked:function(e){n=e},setClear:function(t){o!==t&&(o=t,r&&(t=1-t),e.clearDepth(t))},reset:function(){n=!1,i=null,a=null,o=null,r=!1}}}function i(){let t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null;return{setTest:function(n){t||(n?ue(e.STENCIL_TEST):de(e.STENCIL_TEST))},setMask:function(r){n!==r&&!t&&(e.stencilMask(r),n=r)},setFunc:function(t,n,o){(r!==t||i!==n||a!==o)&&(e.stencilFunc(t,n,o),r=t,i=n,a=o)},setOp:function(t,n,r){(o!==t||s!==n||c!==r)&&(e.stencilOp(t,n,r),o=t,s=n,c=r)},setLocked:function(e){t=e},setClear:function(t){l!==t&&(e.clearStencil(t),l=t)},reset:function(){t=!1,n=null,r=null,i=null,a=null,o=null,s=null,c=null,l=null}}}let a=new n,o=new r,s=new i,c={},l=new WeakMap,u={},d={},f={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new J(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,ee=e.getParameter(e.MAX_COMBINED_TEXTURE_IMAGE_UNITS),M=!1,N=0,te=e.getParameter(e.VERSION);te.indexOf(`WebGL`)===-1?te.indexOf(`OpenGL ES`)!==-1&&(N=parseFloat(/^OpenGL ES (\d)/.exec(te)[1]),M=N>=2):(N=parseFloat(/^WebGL (\d)/.exec(te)[1]),M=N>=1);let ne=null,re={},ie=e.getParameter(e.SCISSOR_BOX),ae=e.getParameter(e.VIEWPORT),oe=new Wo().fromArray(ie),se=new Wo().fromArray(ae);function ce(t,n,r,i){let a=new Uint8Array(4),o=e.createTexture();e.bindTexture(t,o),e.texParameteri(t,e.TEXTURE_MIN_FILTER,e.NEAREST),e.texParameteri(t,e.TEXTURE_MAG_FILTER,e.NEAREST);for(let o=0;o<r;o++)t===e.TEXTURE_3D||t===e.TEXTURE_2D_ARRAY?e.texImage3D(n,0,e.RGBA,1,1,i,0,e.RGBA,e.UNSIGNED_BYTE,a):e.texImage2D(n+o,0,e.RGBA,1,1,0,e.RGBA,e.UNSIGNED_BYTE,a);return o}let le={};le[e.TEXTURE_2D]=ce(e.TEXTURE_2D,e.TEXTURE_2D,1),le[e.TEXTURE_CUBE_MAP]=ce(e.TEXTURE_CUBE_MAP,e.TEXTURE_CUBE_MAP_POSITIVE_X,6),le[e.TEXTURE_2D_ARRAY]=ce(e.TEXTURE_2D_ARRAY,e.TEXTURE_2D_ARRAY,1,1),le[e.TEXTURE_3D]=ce(e.TEXTURE_3D,e.TEXTURE_3D,1,1),a.setClear(0,0,0,1),o.setClear(1),s.setClear(0),ue(e.DEPTH_TEST),o.setFunc(3),ye(!1),be(1),ue(e.CULL_FACE),_e(0);function ue(t){u[t]!==!0&&(e.enable(t),u[t]=!0)}function de(t){u[t]!==!1&&(e.disable(t),u[t]=!1)}function fe(t,n){return f[t]!==n&&(e.bindFramebuffer(t,n),f[t]=n,t===e.DRAW_FRAMEBUFFER&&(f[e.FRAMEBUFFER]=n),t===e.FRAMEBUFFER&&(f[e.DRAW_FRAMEBUFFER]=n),!0)}function pe(t,n){let r=m,i=!1;if(t){r=p.get(n),r===void 0&&(r=[],p.set(n,r));let a=t.textures;if(r.length!==a.length||r[0]!==e.COLOR_ATTACHMENT0){for(let t=0,n=a.length;t<n;t++)r[t]=e.COLOR_ATTACHMENT0+t;r.length=a.length,i=!0}}else r[0]!==e.BACK&&(r[0]=e.BACK,i=!0);i&&e.drawBuffers(r)}function me(t){return h!==t&&(e.useProgram(t),h=t,!0)}let he={100:e.FUNC_ADD,101:e.FUNC_SUBTRACT,102:e.FUNC_REVERSE_SUBTRACT};he[103]=e.MIN,he[104]=e.MAX;let ge={200:e.ZERO,201:e.ONE,202:e.SRC_COLOR,204:e.SRC_ALPHA,210:e.SRC_ALPHA_SATURATE,208:e.DST_COLOR,206:e.DST_ALPHA,203:e.ONE_MINUS_SRC_COLOR,205:e.ONE_MINUS_SRC_ALPHA,209:e.ONE_MINUS_DST_COLOR,207:e.ONE_MINUS_DST_ALPHA,211:e.CONSTANT_COLOR,212:e.ONE_MINUS_CONSTANT_COLOR,213:e.CONSTANT_ALPHA,214:e.ONE_MINUS_CONSTANT_ALPHA};function _e(t,n,r,i,a,o,s,c,l,u){if(t===0)g===!0&&(de(e.BLEND),g=!1);else if(g===!1&&(ue(e.BLEND),g=!0),t!==5){if(t!==_||u!==E){if((v!==100||x!==100)&&(e.blendEquation(e.FUNC_ADD),v=100,x=100),u)switch(t){case 1:e.blendFuncSeparate(e.ONE,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFunc(e.ONE,e.ONE);break;case 3:e.blendFuncSeparate(e.ZERO,e.ONE_MINUS_SRC_COLOR,e.ZERO,e.ONE);break;case 4:e.blendFuncSeparate(e.DST_COLOR,e.ONE_MINUS_SRC_ALPHA,e.ZERO,e.ONE);break;default:H(`WebGLState: Invalid blending: `,t)}else switch(t){case 1:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE_MINUS_SRC_ALPHA,e.ONE,e.ONE_MINUS_SRC_ALPHA);break;case 2:e.blendFuncSeparate(e.SRC_ALPHA,e.ONE,e.ONE,e.ONE);break;case 3:H(`WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true`);break;case 4:H(`WebGLState: MultiplyBlending requires material.premultipliedAlpha = true`);break;default:H(`WebGLState: Invalid blending: `,t)}y=null,b=null,S=null,C=null,w.set(0,0,0),T=0,_=t,E=u}}else a||=n,o||=r,s||=i,(n!==v||a!==x)&&(e.blendEquationSeparate(he[n],he[a]),v=n,x=a),(r!==y||i!==b||o!==S||s!==C)&&(e.blendFuncSeparate(ge[r],ge[i],ge[o],ge[s]),y=r,b=i,S=o,C=s),(c.equals(w)===!1||l!==T)&&(e.blendColor(c.r,c.g,c.b,l),w.copy(c),T=l),_=t,E=!1}function ve(t,n){t.side===2?de(e.CULL_FACE):ue(e.CULL_FACE);let r=t.side===1;n&&(r=!r),ye(r),t.blending===1&&t.transparent===!1?_e(0):_e(t.blending,t.blendEquation,t.blendSrc,t.blendDst,t.blendEquationAlpha,t.blendSrcAlpha,t.blendDstAlpha,t.blendColor,t.blendAlpha,t.premultipliedAlpha),o.setFunc(t.depthFunc),o.setTest(t.depthTest),o.setMask(t.depthWrite),a.setMask(t.colorWrite);let i=t.stencilWrite;s.setTest(i),i&&(s.setMask(t.stencilWriteMask),s.setFunc(t.stencilFunc,t.stencilRef,t.stencilFuncMask),s.setOp(t.stencilFail,t.stencilZFail,t.stencilZPass)),Se(t.polygonOffset,t.polygonOffsetFactor,t.polygonOffsetUnits),t.alphaToCoverage===!0?ue(e.SAMPLE_ALPHA_TO_COVERAGE):de(e.SAMPLE_ALPHA_TO_COVERAGE)}function ye(t){D!==t&&(t?e.frontFace(e.CW):e.frontFace(e.CCW),D=t)}function be(t){t===0?de(e.CULL_FACE):(ue(e.CULL_FACE),t!==O&&(t===1?e.cullFace(e.BACK):t===2?e.cullFace(e.FRONT):e.cullFace(e.FRONT_AND_BACK))),O=t}function xe(t){t!==k&&(M&&e.lineWidth(t),k=t)}function Se(t,n,r){t?(ue(e.POLYGON_OFFSET_FILL),(A!==n||j!==r)&&(A=n,j=r,o.getReversed()&&(n=-n,r=-r),e.polygonOffset(n,r))):de(e.POLYGON_OFFSET_FILL)}function Ce(t){t?ue(e.SCISSOR_TEST):de(e.SCISSOR_TEST)}function we(t){t===void 0&&(t=e.TEXTURE0+ee-1),ne!==t&&(e.activeTexture(t),ne=t)}function P(t,n,r){r===void 0&&(r=ne===null?e.TEXTURE0+ee-1:ne);let i=re[r];i===void 0&&(i={type:void 0,texture:void 0},re[r]=i),(i.type!==t||i.texture!==n)&&(ne!==r&&(e.activeTexture(r),ne=r),e.bindTexture(t,n||le[t]),i.type=t,i.texture=n)}function Te(){let t=re[ne];t!==void 0&&t.type!==void 0&&(e.bindTexture(t.type,null),t.type=void 0,t.texture=void 0)}function Ee(){try{e.compressedTexImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function De(){try{e.compressedTexImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function F(){try{e.texSubImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Oe(){try{e.texSubImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function I(){try{e.compressedTexSubImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function L(){try{e.compressedTexSubImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function ke(){try{e.texStorage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Ae(){try{e.texStorage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function je(){try{e.texImage2D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Me(){try{e.texImage3D(...arguments)}catch(e){H(`WebGLState:`,e)}}function Ne(t){return d[t]===void 0?e.getParameter(t):d[t]}function Pe(t,n){d[t]!==n&&(e.pixelStorei(t,n),d[t]=n)}function Fe(t){oe.equals(t)===!1&&(e.scissor(t.x,t.y,t.z,t.w),oe.copy(t))}function Ie(t){se.equals(t)===!1&&(e.viewport(t.x,t.y,t.z,t.w),se.copy(t))}function Le(t,n){let r=l.get(n);r===void 0&&(r=new WeakMap,l.set(n,r));let i=r.get(t);i===void 0&&(i=e.getUniformBlockIndex(n,t.name),e.uniformBlockBinding(n,i,i),r.set(t,i))}function Re(t,n,r){let i=l.get(n).get(t);c[i]!==r&&(e.bindBufferBase(e.UNIFORM_BUFFER,i,r),c[i]=r)}function ze(){e.disable(e.BLEND),e.disable(e.CULL_FACE),e.disable(e.DEPTH_TEST),e.disable(e.POLYGON_OFFSET_FILL),e.disable(e.SCISSOR_TEST),e.disable(e.STENCIL_TEST),e.disable(e.SAMPLE_ALPHA_TO_COVERAGE),e.blendEquation(e.FUNC_ADD),e.blendFunc(e.ONE,e.ZERO),e.blendFuncSeparate(e.ONE,e.ZERO,e.ONE,e.ZERO),e.blendColor(0,0,0,0),e.colorMask(!0,!0,!0,!0),e.clearColor(0,0,0,0),e.depthMask(!0),e.depthFunc(e.LESS),o.setReversed(!1),e.clearDepth(1),e.stencilMask(4294967295),e.stencilFunc(e.ALWAYS,0,4294967295),e.stencilOp(e.KEEP,e.KEEP,e.KEEP),e.clearStencil(0),e.cullFace(e.BACK),e.frontFace(e.CCW),e.polygonOffset(0,0),e.activeTexture(e.TEXTURE0),e.bindFramebuffer(e.FRAMEBUFFER,null),e.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),e.bindFramebuffer(e.READ_FRAMEBUFFER,null),e.useProgram(null),e.lineWidth(1),e.scissor(0,0,e.canvas.width,e.canvas.height),e.viewport(0,0,e.canvas.width,e.canvas.height),e.pixelStorei(e.PACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_ALIGNMENT,4),e.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,!1),e.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),e.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,e.BROWSER_DEFAULT_WEBGL),e.pixelStorei(e.PACK_ROW_LENGTH,0),e.pixelStorei(e.PACK_SKIP_PIXELS,0),e.pixelStorei(e.PACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_ROW_LENGTH,0),e.pixelStorei(e.UNPACK_IMAGE_HEIGHT,0),e.pixelStorei(e.UNPACK_SKIP_PIXELS,0),e.pixelStorei(e.UNPACK_SKIP_ROWS,0),e.pixelStorei(e.UNPACK_SKIP_IMAGES,0),u={},d={},ne=null,re={},f={},c={},p=new WeakMap,m=[],h=null,g=!1,_=null,v=null,y=null,b=null,x=null,S=null,C=null,w=new J(0,0,0),T=0,E=!1,D=null,O=null,k=null,A=null,j=null,oe.set(0,0,e.canvas.width,e.canvas.height),se.set(0,0,e.canvas.width,e.canvas.height),a.reset(),o.reset(),s.reset()}return{buffers:{color:a,depth:o,stencil:s},enable:ue,disable:de,bindFramebuffer:fe,drawBuffers:pe,useProgram:me,setBlending:_e,setMaterial:ve,setFlipSided:ye,setCullFace:be,setLineWidth:xe,setPolygonOffset:Se,setScissorTest:Ce,activeTexture:we,bindTexture:P,unbindTexture:Te,compressedTexImage2D:Ee,compressedTexImage3D:De,texImage2D:je,texImage3D:Me,pixelStorei:Pe,getParameter:Ne,updateUBOMapping:Le,uniformBlockBinding:Re,texStorage2D:ke,texStorage3D:Ae,texSubImage2D:F,texSubImage3D:Oe,compressedTexSubImage2D:I,compressedTexSubImage3D:L,scissor:Fe,viewport:Ie,reset:ze}}function eh(e,t,n,r,i,a,o){let s=t.has(`WEBGL_multisampled_render_to_texture`)?t.get(`WEBGL_multisampled_render_to_texture`):null,c=typeof navigator>`u`?!1:/OculusBrowser/g.test(navigator.userAgent),l=new W,u=new WeakMap,d=new Set,f,p=new WeakMap,m=new Set,h=new FinalizationRegistry(e=>m.delete(e)),g=!1;try{g=typeof OffscreenCanvas<`u`&&new OffscreenCanvas(1,1).getContext(`2d`)!==null}catch{}function _(e,t){return g?new OffscreenCanvas(e,t):Wa(`canvas`)}function v(e,t,n){let r=1,i=ke(e);if((i.width>n||i.height>n)&&(r=n/Math.max(i.width,i.height)),r<1){if(typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<`u`&&e instanceof HTMLCanvasElement||typeof ImageBitmap<`u`&&e instanceof ImageBitmap||typeof VideoFrame<`u`&&e instanceof VideoFrame){let n=Math.floor(r*i.width),a=Math.floor(r*i.height);f===void 0&&(f=_(n,a));let o=t?_(n,a):f;return o.width=n,o.height=a,o.getContext(`2d`).drawImage(e,0,0,n,a),V(`WebGLRenderer: Texture has been resized from (`+i.width+`x`+i.height+`) to (`+n+`x`+a+`).`),o}return`data`in e&&V(`WebGLRenderer: Image in DataTexture is too big (`+i.width+`x`+i.height+`).`),e}return e}function y(e){return e.generateMipmaps}function b(t){e.generateMipmap(t)}function x(t){return t.isWebGLCubeRenderTarget?e.TEXTURE_CUBE_MAP:t.isWebGL3DRenderTarget?e.TEXTURE_3D:t.isWebGLArrayRenderTarget||t.isCompressedArrayTexture?e.TEXTURE_2D_ARRAY:e.TEXTURE_2D}function S(n,r,i,a,o,s=!1){if(n!==null){if(e[n]!==void 0)return e[n];V(`WebGLRenderer: Attempt to use non-existing WebGL internal format '`+n+`'`)}let c;a&&(c=t.get(`EXT_texture_norm16`),c||V(`WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension`));let l=r;if(r===e.RED&&(i===e.FLOAT&&(l=e.R32F),i===e.HALF_FLOAT&&(l=e.R16F),i===e.UNSIGNED_BYTE&&(l=e.R8),i===e.UNSIGNED_SHORT&&c&&(l=c.R16_EXT),i===e.SHORT&&c&&(l=c.R16_SNORM_EXT)),r===e.RED_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.R8UI),i===e.UNSIGNED_SHORT&&(l=e.R16UI),i===e.UNSIGNED_INT&&(l=e.R32UI),i===e.BYTE&&(l=e.R8I),i===e.SHORT&&(l=e.R16I),i===e.INT&&(l=e.R32I)),r===e.RG&&(i===e.FLOAT&&(l=e.RG32F),i===e.HALF_FLOAT&&(l=e.RG16F),i===e.UNSIGNED_BYTE&&(l=e.RG8),i===e.UNSIGNED_SHORT&&c&&(l=c.RG16_EXT),i===e.SHORT&&c&&(l=c.RG16_SNORM_EXT)),r===e.RG_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RG8UI),i===e.UNSIGNED_SHORT&&(l=e.RG16UI),i===e.UNSIGNED_INT&&(l=e.RG32UI),i===e.BYTE&&(l=e.RG8I),i===e.SHORT&&(l=e.RG16I),i===e.INT&&(l=e.RG32I)),r===e.RGB_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGB8UI),i===e.UNSIGNED_SHORT&&(l=e.RGB16UI),i===e.UNSIGNED_INT&&(l=e.RGB32UI),i===e.BYTE&&(l=e.RGB8I),i===e.SHORT&&(l=e.RGB16I),i===e.INT&&(l=e.RGB32I)),r===e.RGBA_INTEGER&&(i===e.UNSIGNED_BYTE&&(l=e.RGBA8UI),i===e.UNSIGNED_SHORT&&(l=e.RGBA16UI),i===e.UNSIGNED_INT&&(l=e.RGBA32UI),i===e.BYTE&&(l=e.RGBA8I),i===e.SHORT&&(l=e.RGBA16I),i===e.INT&&(l=e.RGBA32I)),r===e.RGB&&(i===e.UNSIGNED_SHORT&&c&&(l=c.RGB16_EXT),i===e.SHORT&&c&&(l=c.RGB16_SNORM_EXT),i===e.UNSIGNED_INT_5_9_9_9_REV&&(l=e.RGB9_E5),i===e.UNSIGNED_INT_10F_11F_11F_REV&&(l=e.R11F_G11F_B10F)),r===e.RGBA){let t=s?Fa:q.getTransfer(o);i===e.FLOAT&&(l=e.RGBA32F),i===e.HALF_FLOAT&&(l=e.RGBA16F),i===e.UNSIGNED_BYTE&&(l=t===`srgb`?e.SRGB8_ALPHA8:e.RGBA8),i===e.UNSIGNED_SHORT&&c&&(l=c.RGBA16_EXT),i===e.SHORT&&c&&(l=c.RGBA16_SNORM_EXT),i===e.UNSIGNED_SHORT_4_4_4_4&&(l=e.RGBA4),i===e.UNSIGNED_SHORT_5_5_5_1&&(l=e.RGB5_A1)}return(l===e.R16F||l===e.R32F||l===e.RG16F||l===e.RG32F||l===e.RGBA16F||l===e.RGBA32F)&&t.get(`EXT_color_buffer_float`),l}function C(t,n){let r;return t?n===null||n===1014||n===1020?r=e.DEPTH24_STENCIL8:n===1015?r=e.DEPTH32F_STENCIL8:n===1012&&(r=e.DEPTH24_STENCIL8,V(`DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.`)):n===null||n===1014||n===1020?r=e.DEPTH_COMPONENT24:n===1015?r=e.DEPTH_COMPONENT32F:n===1012&&(r=e.DEPTH_COMPONENT16),r}function w(e,t){return y(e)===!0||e.isFramebufferTexture&&e.minFilter!==1003&&e.minFilter!==1006?Math.log2(Math.max(t.width,t.height))+1:e.mipmaps.length>0?e.mipmaps.length:e.isCompressedTexture&&Array.isArray(e.image)?t.mipmaps.length:1}function T(e){let t=new WeakRef(e);r.get(e).__ref=t,m.add(t),h.register(e,t,t)}function E(e){let t=r.get(e).__ref;t!==void 0&&(m.delete(t),h.unregister(t))}function D(e){k(e.target)}function O(e){A(e.target)}function k(e){e.removeEventListener(`dispose`,D),E(e),ee(e),e.isVideoTexture&&u.delete(e),e.isHTMLTexture&&d.delete(e)}function A(e){e.removeEventListener(`dispose`,O),E(e),N(e)}function j(){for(let e of m){let t=e.deref();t!==void 0&&(t.isRenderTarget===!0?A(t):k(t))}m.clear(),d.clear()}function ee(e){let t=r.get(e);if(t.__webglInit===void 0)return;let n=e.source,i=p.get(n);if(i){let r=i[t.__cacheKey];r.usedTimes--,r.usedTimes===0&&M(e),Object.keys(i).length===0&&p.delete(n)}r.remove(e)}function M(t){let n=r.get(t);e.deleteTexture(n.__webglTexture);let i=t.source,a=p.get(i);delete a[n.__cacheKey],o.memory.textures--}function N(t){let n=r.get(t);n.__depthDisposeCallback&&n.__depthDisposeCallback();let i=t.depthTexture;if(i&&i.renderTarget===t&&k(i),t.isWebGLCubeRenderTarget)for(let t=0;t<6;t++){if(Array.isArray(n.__webglFramebuffer[t]))for(let r=0;r<n.__webglFramebuffer[t].length;r++)e.deleteFramebuffer(n.__webglFramebuffer[t][r]);else e.deleteFramebuffer(n.__webglFramebuffer[t]);n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer[t])}else{if(Array.isArray(n.__webglFramebuffer))for(let t=0;t<n.__webglFramebuffer.length;t++)e.deleteFramebuffer(n.__webglFramebuffer[t]);else e.deleteFramebuffer(n.__webglFramebuffer);if(n.__webglDepthbuffer&&e.deleteRenderbuffer(n.__webglDepthbuffer),n.__webglMultisampledFramebuffer&&e.deleteFramebuffer(n.__webglMultisampledFramebuffer),n.__webglColorRenderbuffer)for(let t=0;t<n.__webglColorRenderbuffer.length;t++)n.__webglColorRenderbuffer[t]&&e.deleteRenderbuffer(n.__webglColorRenderbuffer[t]);n.__webglDepthRenderbuffer&&e.deleteRenderbuffer(n.__webglDepthRenderbuffer)}let a=t.textures;for(let t=0,n=a.length;t<n;t++){let n=r.get(a[t]);n.__webglTexture&&(e.deleteTexture(n.__webglTexture),o.memory.textures--),r.remove(a[t])}r.remove(t)}let te=0;function ne(){te=0}function re(){return te}function ie(e){te=e}function ae(){let e=te;return e>=i.maxTextures&&V(`WebGLTextures: Trying to use `+(e+1)+` texture units while this GPU supports only `+i.maxTextures),te+=1,e}function oe(e){let t=[];return t.push(e.wrapS),t.push(e.wrapT),t.push(e.wrapR||0),t.push(e.magFilter),t.push(e.minFilter),t.push(e.anisotropy),t.push(e.internalFormat),t.push(e.format),t.push(e.type),t.push(e.generateMipmaps),t.push(e.mipmapsAutoUpdate),t.push(e.premultiplyAlpha),t.push(e.flipY),t.push(e.unpackAlignment),t.push(e.colorSpace),t.join()}function se(t,i){let a=r.get(t);if(t.isVideoTexture&&I(t),t.isRenderTargetTexture===!1&&t.isExternalTexture!==!0&&t.version>0&&a.__version!==t.version){let e=t.image;if(e===null)V(`WebGLRenderer: Texture marked for update but no image data found.`);else if(e.complete===!1)V(`WebGLRenderer: Texture marked for update but image is incomplete`);else{ve(a,t,i);return}}else t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null);n.bindTexture(e.TEXTURE_2D,a.__webglTexture,e.TEXTURE0+i)}function ce(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?ve(a,t,i):(t.isExternalTexture&&(a.__webglTexture=t.sourceTexture?t.sourceTexture:null),n.bindTexture(e.TEXTURE_2D_ARRAY,a.__webglTexture,e.TEXTURE0+i))}function le(t,i){let a=r.get(t);t.isRenderTargetTexture===!1&&t.version>0&&a.__version!==t.version?ve(a,t,i):n.bindTexture(e.TEXTURE_3D,a.__webglTexture,e.TEXTURE0+i)}function ue(t,i){let a=r.get(t);t.version>0&&a.__version!==t.version?ye(a,t,i):n.bindTexture(e.TEXTURE_CUBE_MAP,a.__webglTexture,e.TEXTURE0+i)}let de={[di]:e.REPEAT,[fi]:e.CLAMP_TO_EDGE,[pi]:e.MIRRORED_REPEAT},fe={[mi]:e.NEAREST,[hi]:e.NEAREST_MIPMAP_NEAREST,[gi]:e.NEAREST_MIPMAP_LINEAR,[_i]:e.LINEAR,[vi]:e.LINEAR_MIPMAP_NEAREST,[yi]:e.LINEAR_MIPMAP_LINEAR},pe={512:e.NEVER,519:e.ALWAYS,513:e.LESS,515:e.LEQUAL,514:e.EQUAL,518:e.GEQUAL,516:e.GREATER,517:e.NOTEQUAL};function me(n,a){if(a.type===1015&&t.has(`OES_texture_float_linear`)===!1&&(a.magFilter===1006||a.magFilter===1007||a.magFilter===1005||a.magFilter===1008||a.minFilter===1006||a.minFilter===1007||a.minFilter===1005||a.minFilter===1008)&&V(`WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device.`),e.texParameteri(n,e.TEXTURE_WRAP_S,de[a.wrapS]),e.texParameteri(n,e.TEXTURE_WRAP_T,de[a.wrapT]),(n===e.TEXTURE_3D||n===e.TEXTURE_2D_ARRAY)&&e.texParameteri(n,e.TEXTURE_WRAP_R,de[a.wrapR]),e.texParameteri(n,e.TEXTURE_MAG_FILTER,fe[a.magFilter]),e.texParameteri(n,e.TEXTURE_MIN_FILTER,fe[a.minFilter]),a.compareFunction&&(e.texParameteri(n,e.TEXTURE_COMPARE_MODE,e.COMPARE_REF_TO_TEXTURE),e.texParameteri(n,e.TEXTURE_COMPARE_FUNC,pe[a.compareFunction])),t.has(`EXT_texture_filter_anisotropic`)===!0){if(a.magFilter===1003||a.minFilter!==1005&&a.minFilter!==1008||a.type===1015&&t.has(`OES_texture_float_linear`)===!1)return;if(a.anisotropy>1||r.get(a).__currentAnisotropy){let o=t.get(`EXT_texture_filter_anisotropic`);e.texParameterf(n,o.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(a.anisotropy,i.getMaxAnisotropy())),r.get(a).__currentAnisotropy=a.anisotropy}}}function he(t,n){let r=!1;t.__webglInit===void 0&&(t.__webglInit=!0,n.addEventListener(`dispose`,D),T(n));let i=n.source,a=p.get(i);a===void 0&&(a={},p.set(i,a));let s=oe(n);if(s!==t.__cacheKey){a[s]===void 0&&(a[s]={texture:e.createTexture(),usedTimes:0},o.memory.textures++,r=!0),a[s].usedTimes++;let i=a[t.__cacheKey];i!==void 0&&(a[t.__cacheKey].usedTimes--,i.usedTimes===0&&M(n)),t.__cacheKey=s,t.__webglTexture=a[s].texture}return r}function ge(e,t,n){return Math.floor(Math.floor(e/n)/t)}function _e(t,r,i,a){let o=t.updateRanges;if(o.length===0)n.texSubImage2D(e.TEXTURE_2D,0,0,0,r.width,r.height,i,a,r.data);else{o.sort((e,t)=>e.start-t.start);let s=0;for(let e=1;e<o.length;e++){let t=o[s],n=o[e],i=t.start+t.count,a=ge(n.start,r.width,4),c=ge(t.start,r.width,4);n.start<=i+1&&a===c&&ge(n.start+n.count-1,r.width,4)===a?t.count=Math.max(t.count,n.start+n.count-t.start):(++s,o[s]=n)}o.length=s+1;let c=n.getParameter(e.UNPACK_ROW_LENGTH),l=n.getParameter(e.UNPACK_SKIP_PIXELS),u=n.getParameter(e.UNPACK_SKIP_ROWS);n.pixelStorei(e.UNPACK_ROW_LENGTH,r.width);for(let t=0,s=o.length;t<s;t++){let s=o[t],c=Math.floor(s.start/4),l=Math.ceil(s.count/4),u=c%r.width,d=Math.floor(c/r.width),f=l;n.pixelStorei(e.UNPACK_SKIP_PIXELS,u),n.pixelStorei(e.UNPACK_SKIP_ROWS,d),n.texSubImage2D(e.TEXTURE_2D,0,u,d,f,1,i,a,r.data)}t.clearUpdateRanges(),n.pixelStorei(e.UNPACK_ROW_LENGTH,c),n.pixelStorei(e.UNPACK_SKIP_PIXELS,l),n.pixelStorei(e.UNPACK_SKIP_ROWS,u)}}function ve(t,o,s){let c=e.TEXTURE_2D;(o.isDataArrayTexture||o.isCompressedArrayTexture)&&(c=e.TEXTURE_2D_ARRAY),o.isData3DTexture&&(c=e.TEXTURE_3D);let l=he(t,o),u=o.source;n.bindTexture(c,t.__webglTexture,e.TEXTURE0+s);let f=r.get(u);if(u.version!==f.__version||l===!0){if(n.activeTexture(e.TEXTURE0+s),!(typeof ImageBitmap<`u`&&o.image instanceof ImageBitmap)){let t=q.getPrimaries(q.workingColorSpace),r=o.colorSpace===``?null:q.getPrimaries(o.colorSpace),i=o.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,o.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,o.premultiplyAlpha),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,i)}n.pixelStorei(e.UNPACK_ALIGNMENT,o.unpackAlignment);let t=v(o.image,!1,i.maxTextureSize);t=L(o,t);let r=a.convert(o.format,o.colorSpace),p=a.convert(o.type),m=S(o.internalFormat,r,p,o.normalized,o.colorSpace,o.isVideoTexture);me(c,o);let h,g=o.mipmaps,_=o.isVideoTexture!==!0,x=f.__version===void 0||l===!0,T=u.dataReady,E=w(o,t);if(o.isDepthTexture)m=C(o.format===Li,o.type),x&&(_?n.texStorage2D(e.TEXTURE_2D,1,m,t.width,t.height):n.texImage2D(e.TEXTURE_2D,0,m,t.width,t.height,0,r,p,null));else if(o.isDataTexture){if(g.length>0){_&&x&&n.texStorage2D(e.TEXTURE_2D,E,m,g[0].width,g[0].height);for(let t=0,i=g.length;t<i;t++)h=g[t],_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,p,h.data):n.texImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,r,p,h.data);o.generateMipmaps=!1}else _?(x&&n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height),T&&_e(o,t,r,p)):n.texImage2D(e.TEXTURE_2D,0,m,t.width,t.height,0,r,p,t.data)}else if(o.isCompressedTexture){if(o.isCompressedArrayTexture){_&&x&&n.texStorage3D(e.TEXTURE_2D_ARRAY,E,m,g[0].width,g[0].height,t.depth);for(let i=0,a=g.length;i<a;i++)if(h=g[i],o.format!==1023){if(r!==null){if(_){if(T){if(o.layerUpdates.size>0){let t=tf(h.width,h.height,o.format,o.type);for(let a of o.layerUpdates){let o=h.data.subarray(a*t/h.data.BYTES_PER_ELEMENT,(a+1)*t/h.data.BYTES_PER_ELEMENT);n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,a,h.width,h.height,1,r,o)}}else n.compressedTexSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,0,h.width,h.height,t.depth,r,h.data)}}else n.compressedTexImage3D(e.TEXTURE_2D_ARRAY,i,m,h.width,h.height,t.depth,0,h.data,0,0)}else V(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`)}else _?T&&n.texSubImage3D(e.TEXTURE_2D_ARRAY,i,0,0,0,h.width,h.height,t.depth,r,p,h.data):n.texImage3D(e.TEXTURE_2D_ARRAY,i,m,h.width,h.height,t.depth,0,r,p,h.data);o.layerUpdates.size>0&&o.clearLayerUpdates()}else{_&&x&&n.texStorage2D(e.TEXTURE_2D,E,m,g[0].width,g[0].height);for(let t=0,i=g.length;t<i;t++)h=g[t],o.format===1023?_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,p,h.data):n.texImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,r,p,h.data):r===null?V(`WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()`):_?T&&n.compressedTexSubImage2D(e.TEXTURE_2D,t,0,0,h.width,h.height,r,h.data):n.compressedTexImage2D(e.TEXTURE_2D,t,m,h.width,h.height,0,h.data)}}else if(o.isDataArrayTexture){if(_){if(x&&n.texStorage3D(e.TEXTURE_2D_ARRAY,E,m,t.width,t.height,t.depth),T){if(o.layerUpdates.size>0){let i=tf(t.width,t.height,o.format,o.type);for(let a of o.layerUpdates){let o=t.data.subarray(a*i/t.data.BYTES_PER_ELEMENT,(a+1)*i/t.data.BYTES_PER_ELEMENT);n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,a,t.width,t.height,1,r,p,o)}o.clearLayerUpdates()}else n.texSubImage3D(e.TEXTURE_2D_ARRAY,0,0,0,0,t.width,t.height,t.depth,r,p,t.data)}}else n.texImage3D(e.TEXTURE_2D_ARRAY,0,m,t.width,t.height,t.depth,0,r,p,t.data)}else if(o.isData3DTexture)_?(x&&n.texStorage3D(e.TEXTURE_3D,E,m,t.width,t.height,t.depth),T&&n.texSubImage3D(e.TEXTURE_3D,0,0,0,0,t.width,t.height,t.depth,r,p,t.data)):n.texImage3D(e.TEXTURE_3D,0,m,t.width,t.height,t.depth,0,r,p,t.data);else if(o.isFramebufferTexture){if(x){if(_)n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height);else{let i=t.width,a=t.height;for(let t=0;t<E;t++)n.texImage2D(e.TEXTURE_2D,t,m,i,a,0,r,p,null),i>>=1,a>>=1}}}else if(o.isHTMLTexture){if(`texElementImage2D`in e){let n=e.canvas;if(n.hasAttribute(`layoutsubtree`)||n.setAttribute(`layoutsubtree`,`true`),t.parentNode!==n){n.appendChild(t),d.add(o),n.onpaint=e=>{let t=e.changedElements;for(let e of d)t.includes(e.image)&&(e.needsUpdate=!0)},n.requestPaint();return}if(e.texElementImage2D.length===3)e.texElementImage2D(e.TEXTURE_2D,e.RGBA8,t);else{let n=e.RGBA,r=e.RGBA,i=e.UNSIGNED_BYTE;e.texElementImage2D(e.TEXTURE_2D,0,n,r,i,t)}e.texParameteri(e.TEXTURE_2D,e.TEXTURE_MIN_FILTER,e.LINEAR),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_S,e.CLAMP_TO_EDGE),e.texParameteri(e.TEXTURE_2D,e.TEXTURE_WRAP_T,e.CLAMP_TO_EDGE)}}else if(g.length>0){if(_&&x){let t=ke(g[0]);n.texStorage2D(e.TEXTURE_2D,E,m,t.width,t.height)}for(let t=0,i=g.length;t<i;t++)h=g[t],_?T&&n.texSubImage2D(e.TEXTURE_2D,t,0,0,r,p,h):n.texImage2D(e.TEXTURE_2D,t,m,r,p,h);o.generateMipmaps=!1}else if(_){if(x){let r=ke(t);n.texStorage2D(e.TEXTURE_2D,E,m,r.width,r.height)}T&&n.texSubImage2D(e.TEXTURE_2D,0,0,0,r,p,t)}else n.texImage2D(e.TEXTURE_2D,0,m,r,p,t);y(o)&&o.mipmapsAutoUpdate===!0&&b(c),f.__version=u.version,o.onUpdate&&o.onUpdate(o)}t.__version=o.version}function ye(t,o,s){if(o.image.length!==6)return;let c=he(t,o),l=o.source;n.bindTexture(e.TEXTURE_CUBE_MAP,t.__webglTexture,e.TEXTURE0+s);let u=r.get(l);if(l.version!==u.__version||c===!0){n.activeTexture(e.TEXTURE0+s);let t=q.getPrimaries(q.workingColorSpace),r=o.colorSpace===``?null:q.getPrimaries(o.colorSpace),d=o.colorSpace===``||t===r?e.NONE:e.BROWSER_DEFAULT_WEBGL;n.pixelStorei(e.UNPACK_FLIP_Y_WEBGL,o.flipY),n.pixelStorei(e.UNPACK_PREMULTIPLY_ALPHA_WEBGL,o.premultiplyAlpha),n.pixelStorei(e.UNPACK_ALIGNMENT,o.unpackAlignment),n.pixelStorei(e.UNPACK_COLORSPACE_CONVERSION_WEBGL,d);let f=o.isCompressedTexture||o.image[0].isCompressedTexture,p=o.image[0]&&o.image[0].isDataTexture,m=[];for(let e=0;e<6;e++)!f&&!p?m[e]=v(o.image[e],!0,i.maxCubemapSize):m[e]=p?o.image[e].image:o.image[e],m[e]=L(o,m[e]);let h=m[0],g=a.convert(o.format,o.colorSpace),_=a.convert(o.type),x=S(o.internalFormat,g,_,o.normalized,o.colorSpace),T=o.isVideoTexture!==!0,E=u.__version===void 0||c===!0,D=l.dataReady,O=w(o,h);me(e.TEXTURE_CUBE_MAP,o);let k;if(o.isDepthTexture){if(x=C(o.format===Li,o.type),E){if(T)n.texStorage2D(e.TEXTURE_CUBE_MAP,1,x,h.width,h.height);else for(let t=0;t<6;t++)n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,h.width,h.height,0,g,_,null)}}else if(f){T&&E&&n.texStorage2D(e.TEXTURE_CUBE_MAP,O,x,h.width,h.height);for(let t=0;t<6;t++){k=m[t].mipmaps;for(let r=0;r<k.length;r++){let i=k[r];o.format===1023?T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,i.width,i.height,g,_,i.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,x,i.width,i.height,0,g,_,i.data):g===null?V(`WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()`):T?D&&n.compressedTexSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,0,0,i.width,i.height,g,i.data):n.compressedTexImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r,x,i.width,i.height,0,i.data)}}}else{if(k=o.mipmaps,T&&E){k.length>0&&O++;let t=ke(m[0]);n.texStorage2D(e.TEXTURE_CUBE_MAP,O,x,t.width,t.height)}for(let t=0;t<6;t++)if(p){T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,m[t].width,m[t].height,g,_,m[t].data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,m[t].width,m[t].height,0,g,_,m[t].data);for(let r=0;r<k.length;r++){let i=k[r].image[t].image;T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,i.width,i.height,g,_,i.data):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,x,i.width,i.height,0,g,_,i.data)}}else{T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,0,0,g,_,m[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,0,x,g,_,m[t]);for(let r=0;r<k.length;r++){let i=k[r];T?D&&n.texSubImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,0,0,g,_,i.image[t]):n.texImage2D(e.TEXTURE_CUBE_MAP_POSITIVE_X+t,r+1,x,g,_,i.image[t])}}}y(o)&&o.mipmapsAutoUpdate===!0&&b(e.TEXTURE_CUBE_MAP),u.__version=l.version,o.onUpdate&&o.onUpdate(o)}t.__version=o.version}function be(t,i,o,c,l,u){let d=a.convert(o.format,o.colorSpace),f=a.convert(o.type),p=S(o.internalFormat,d,f,o.normalized,o.colorSpace),m=r.get(i),h=r.get(o);if(h.__renderTarget=i,!m.__hasExternalTextures){let t=Math.max(1,i.width>>u),r=Math.max(1,i.height>>u);l===e.TEXTURE_3D||l===e.TEXTURE_2D_ARRAY?n.texImage3D(l,u,p,t,r,i.depth,0,d,f,null):n.texImage2D(l,u,p,t,r,0,d,f,null)}n.bindFramebuffer(e.FRAMEBUFFER,t),Oe(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,c,l,h.__webglTexture,0,F(i)):(l===e.TEXTURE_2D||l>=e.TEXTURE_CUBE_MAP_POSITIVE_X&&l<=e.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&e.framebufferTexture2D(e.FRAMEBUFFER,c,l,h.__webglTexture,u),n.bindFramebuffer(e.FRAMEBUFFER,null)}function xe(t,n,r){if(e.bindRenderbuffer(e.RENDERBUFFER,t),n.depthBuffer){let i=n.depthTexture,a=i&&i.isDepthTexture?i.type:null,o=C(n.stencilBuffer,a),c=n.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;Oe(n)?s.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,F(n),o,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,F(n),o,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,o,n.width,n.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,c,e.RENDERBUFFER,t)}else{let t=n.textures;for(let i=0;i<t.length;i++){let o=t[i],c=a.convert(o.format,o.colorSpace),l=a.convert(o.type),u=S(o.internalFormat,c,l,o.normalized,o.colorSpace);Oe(n)?s.renderbufferStorageMultisampleEXT(e.RENDERBUFFER,F(n),u,n.width,n.height):r?e.renderbufferStorageMultisample(e.RENDERBUFFER,F(n),u,n.width,n.height):e.renderbufferStorage(e.RENDERBUFFER,u,n.width,n.height)}}e.bindRenderbuffer(e.RENDERBUFFER,null)}function Se(t,i,a){let o=i.isWebGLCubeRenderTarget===!0;if(n.bindFramebuffer(e.FRAMEBUFFER,t),!(i.depthTexture&&i.depthTexture.isDepthTexture))throw Error(`THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.`);let c=r.get(i.depthTexture);c.__renderTarget=i;let l=o?i.depthTexture.image[0]:i.depthTexture.image;(!c.__webglTexture||l.width!==i.width||l.height!==i.height)&&(l.width=i.width,l.height=i.height,i.depthTexture.needsUpdate=!0),o?ue(i.depthTexture,0):se(i.depthTexture,0);let u=c.__webglTexture,d=F(i),f=o?e.TEXTURE_CUBE_MAP_POSITIVE_X+a:e.TEXTURE_2D,p=i.depthTexture.format===1027?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;if(i.depthTexture.format===1026)Oe(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else if(i.depthTexture.format===1027)Oe(i)?s.framebufferTexture2DMultisampleEXT(e.FRAMEBUFFER,p,f,u,0,d):e.framebufferTexture2D(e.FRAMEBUFFER,p,f,u,0);else throw Error(`THREE.WebGLTextures: Unknown depthTexture format.`)}function Ce(t){let i=r.get(t),a=t.isWebGLCubeRenderTarget===!0;if(i.__boundDepthTexture!==t.depthTexture){let e=t.depthTexture;if(i.__depthDisposeCallback&&i.__depthDisposeCallback(),e){let t=()=>{delete i.__boundDepthTexture,delete i.__depthDisposeCallback,e.removeEventListener(`dispose`,t)};e.addEventListener(`dispose`,t),i.__depthDisposeCallback=t}i.__boundDepthTexture=e}if(t.depthTexture&&!i.__autoAllocateDepthBuffer){if(a)for(let e=0;e<6;e++)Se(i.__webglFramebuffer[e],t,e);else t.texture.mipmaps.length>0?Se(i.__webglFramebuffer[0],t,0):Se(i.__webglFramebuffer,t,0)}else if(a){i.__webglDepthbuffer=[];for(let r=0;r<6;r++)if(n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[r]),i.__webglDepthbuffer[r]===void 0)i.__webglDepthbuffer[r]=e.createRenderbuffer(),xe(i.__webglDepthbuffer[r],t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,a=i.__webglDepthbuffer[r];e.bindRenderbuffer(e.RENDERBUFFER,a),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,a)}}else if(t.texture.mipmaps.length>0?n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer[0]):n.bindFramebuffer(e.FRAMEBUFFER,i.__webglFramebuffer),i.__webglDepthbuffer===void 0)i.__webglDepthbuffer=e.createRenderbuffer(),xe(i.__webglDepthbuffer,t,!1);else{let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,r=i.__webglDepthbuffer;e.bindRenderbuffer(e.RENDERBUFFER,r),e.framebufferRenderbuffer(e.FRAMEBUFFER,n,e.RENDERBUFFER,r)}n.bindFramebuffer(e.FRAMEBUFFER,null)}function we(t,n,i){let a=r.get(t);n!==void 0&&be(a.__webglFramebuffer,t,t.texture,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,0),i!==void 0&&Ce(t)}function P(t){let i=t.texture,s=r.get(t),c=r.get(i);t.addEventListener(`dispose`,O),T(t);let l=t.textures,u=t.isWebGLCubeRenderTarget===!0,d=l.length>1;if(d||(c.__webglTexture===void 0&&(c.__webglTexture=e.createTexture()),c.__version=i.version,o.memory.textures++),u){s.__webglFramebuffer=[];for(let t=0;t<6;t++)if(i.mipmaps.length>0){s.__webglFramebuffer[t]=[];for(let n=0;n<i.mipmaps.length;n++)s.__webglFramebuffer[t][n]=e.createFramebuffer()}else s.__webglFramebuffer[t]=e.createFramebuffer()}else{if(i.mipmaps.length>0){s.__webglFramebuffer=[];for(let t=0;t<i.mipmaps.length;t++)s.__webglFramebuffer[t]=e.createFramebuffer()}else s.__webglFramebuffer=e.createFramebuffer();if(d)for(let t=0,n=l.length;t<n;t++){let n=r.get(l[t]);n.__webglTexture===void 0&&(n.__webglTexture=e.createTexture(),o.memory.textures++)}if(t.samples>0&&Oe(t)===!1){s.__webglMultisampledFramebuffer=e.createFramebuffer(),s.__webglColorRenderbuffer=[],n.bindFramebuffer(e.FRAMEBUFFER,s.__webglMultisampledFramebuffer);for(let n=0;n<l.length;n++){let r=l[n];s.__webglColorRenderbuffer[n]=e.createRenderbuffer(),e.bindRenderbuffer(e.RENDERBUFFER,s.__webglColorRenderbuffer[n]);let i=a.convert(r.format,r.colorSpace),o=a.convert(r.type),c=S(r.internalFormat,i,o,r.normalized,r.colorSpace,t.isXRRenderTarget===!0),u=F(t);e.renderbufferStorageMultisample(e.RENDERBUFFER,u,c,t.width,t.height),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+n,e.RENDERBUFFER,s.__webglColorRenderbuffer[n])}e.bindRenderbuffer(e.RENDERBUFFER,null),t.depthBuffer&&(s.__webglDepthRenderbuffer=e.createRenderbuffer(),xe(s.__webglDepthRenderbuffer,t,!0)),n.bindFramebuffer(e.FRAMEBUFFER,null)}}if(u){n.bindTexture(e.TEXTURE_CUBE_MAP,c.__webglTexture),me(e.TEXTURE_CUBE_MAP,i);for(let n=0;n<6;n++)if(i.mipmaps.length>0)for(let r=0;r<i.mipmaps.length;r++)be(s.__webglFramebuffer[n][r],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,r);else be(s.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,e.TEXTURE_CUBE_MAP_POSITIVE_X+n,0);y(i)?b(e.TEXTURE_CUBE_MAP):i.mipmaps.length>0&&e.texParameteri(e.TEXTURE_CUBE_MAP,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}else if(d){for(let i=0,a=l.length;i<a;i++){let a=l[i],o=r.get(a),c=e.TEXTURE_2D;(t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(c=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(c,o.__webglTexture),me(c,a),be(s.__webglFramebuffer,t,a,e.COLOR_ATTACHMENT0+i,c,0),y(a)&&b(c)}n.unbindTexture()}else{let r=e.TEXTURE_2D;if((t.isWebGL3DRenderTarget||t.isWebGLArrayRenderTarget)&&(r=t.isWebGL3DRenderTarget?e.TEXTURE_3D:e.TEXTURE_2D_ARRAY),n.bindTexture(r,c.__webglTexture),me(r,i),i.mipmaps.length>0)for(let n=0;n<i.mipmaps.length;n++)be(s.__webglFramebuffer[n],t,i,e.COLOR_ATTACHMENT0,r,n);else be(s.__webglFramebuffer,t,i,e.COLOR_ATTACHMENT0,r,0);y(i)?b(r):i.mipmaps.length>0&&e.texParameteri(r,e.TEXTURE_MAX_LEVEL,i.mipmaps.length-1),n.unbindTexture()}t.depthBuffer&&Ce(t)}function Te(e){let t=e.textures;for(let i=0,a=t.length;i<a;i++){let a=t[i];if(y(a)&&a.mipmapsAutoUpdate===!0){let t=x(e),i=r.get(a).__webglTexture;n.bindTexture(t,i),b(t),n.unbindTexture()}}}let Ee=[];function De(t){if(t.samples>0){if(Oe(t)===!1){let i=t.textures,a=t.width,o=t.height,s=e.COLOR_BUFFER_BIT,l=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT,u=r.get(t),d=i.length>1;if(d)for(let t=0;t<i.length;t++)n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,null),n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,null,0);n.bindFramebuffer(e.READ_FRAMEBUFFER,u.__webglMultisampledFramebuffer),t.texture.mipmaps.length>0?n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer[0]):n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglFramebuffer);for(let n=0;n<i.length;n++){if(t.resolveDepthBuffer&&(t.depthBuffer&&(s|=e.DEPTH_BUFFER_BIT),t.stencilBuffer&&t.resolveStencilBuffer&&(s|=e.STENCIL_BUFFER_BIT)),d){e.framebufferRenderbuffer(e.READ_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.RENDERBUFFER,u.__webglColorRenderbuffer[n]);let t=r.get(i[n]).__webglTexture;e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0,e.TEXTURE_2D,t,0)}e.blitFramebuffer(0,0,a,o,0,0,a,o,s,e.NEAREST),c===!0&&(Ee.length=0,Ee.push(e.COLOR_ATTACHMENT0+n),t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&Ee.push(l),e.invalidateFramebuffer(e.READ_FRAMEBUFFER,Ee))}if(n.bindFramebuffer(e.READ_FRAMEBUFFER,null),n.bindFramebuffer(e.DRAW_FRAMEBUFFER,null),d)for(let t=0;t<i.length;t++){n.bindFramebuffer(e.FRAMEBUFFER,u.__webglMultisampledFramebuffer),e.framebufferRenderbuffer(e.FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.RENDERBUFFER,u.__webglColorRenderbuffer[t]);let a=r.get(i[t]).__webglTexture;n.bindFramebuffer(e.FRAMEBUFFER,u.__webglFramebuffer),e.framebufferTexture2D(e.DRAW_FRAMEBUFFER,e.COLOR_ATTACHMENT0+t,e.TEXTURE_2D,a,0)}n.bindFramebuffer(e.DRAW_FRAMEBUFFER,u.__webglMultisampledFramebuffer)}else if(t.depthBuffer&&t.storeMultisampledDepthBuffer===!1&&c){let n=t.stencilBuffer?e.DEPTH_STENCIL_ATTACHMENT:e.DEPTH_ATTACHMENT;e.invalidateFramebuffer(e.DRAW_FRAMEBUFFER,[n])}}}function F(e){return Math.min(i.maxSamples,e.samples)}function Oe(e){let n=r.get(e);return e.samples>0&&t.has(`WEBGL_multisampled_render_to_texture`)===!0&&n.__useRenderToTexture!==!1}function I(e){let t=o.render.frame;u.get(e)!==t&&(u.set(e,t),e.update())}function L(e,t){let n=e.colorSpace,r=e.format,i=e.type;return e.isCompressedTexture===!0||e.isVideoTexture===!0||n!==`srgb-linear`&&n!==``&&(q.getTransfer(n)===`srgb`?(r!==1023||i!==1009)&&V(`WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType.`):H(`WebGLTextures: Unsupported texture color space:`,n)),t}function ke(e){return typeof HTMLImageElement<`u`&&e instanceof HTMLImageElement?(l.width=e.naturalWidth||e.width,l.height=e.naturalHeight||e.height):typeof VideoFrame<`u`&&e instanceof VideoFrame?(l.width=e.displayWidth,l.height=e.displayHeight):(l.width=e.width,l.height=e.height),l}this.allocateTextureUnit=ae,this.resetTextureUnits=ne,this.getTextureUnits=re,this.setTextureUnits=ie,this.setTexture2D=se,this.setTexture2DArray=ce,this.setTexture3D=le,this.setTextureCube=ue,this.rebindTextures=we,this.setupRenderTarget=P,this.updateRenderTargetMipmap=Te,this.updateMultisampleRenderTarget=De,this.setupDepthRenderbuffer=Ce,this.setupFrameBufferTexture=be,this.useMultisampledRTT=Oe,this.dispose=j}function th(e,t){function n(n,r=``){let i,a=q.getTransfer(r);if(n===1009)return e.UNSIGNED_BYTE;if(n===1017)return e.UNSIGNED_SHORT_4_4_4_4;if(n===1018)return e.UNSIGNED_SHORT_5_5_5_1;if(n===35902)return e.UNSIGNED_INT_5_9_9_9_REV;if(n===35899)return e.UNSIGNED_INT_10F_11F_11F_REV;if(n===1010)return e.BYTE;if(n===1011)return e.SHORT;if(n===1012)return e.UNSIGNED_SHORT;if(n===1013)return e.INT;if(n===1014)return e.UNSIGNED_INT;if(n===1015)return e.FLOAT;if(n===1016)return e.HALF_FLOAT;if(n===1021)return e.ALPHA;if(n===1022)return e.RGB;if(n===1023)return e.RGBA;if(n===1026)return e.DEPTH_COMPONENT;if(n===1027)return e.DEPTH_STENCIL;if(n===1028)return e.RED;if(n===1029)return e.RED_INTEGER;if(n===1030)return e.RG;if(n===1031)return e.RG_INTEGER;if(n===1033)return e.RGBA_INTEGER;if(n===33776||n===33777||n===33778||n===33779){if(a===`srgb`){if(i=t.get(`WEBGL_compressed_texture_s3tc_srgb`),i!==null){if(n===33776)return i.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null}else if(i=t.get(`WEBGL_compressed_texture_s3tc`),i!==null){if(n===33776)return i.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===33777)return i.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===33778)return i.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===33779)return i.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null}if(n===35840||n===35841||n===35842||n===35843){if(i=t.get(`WEBGL_compressed_texture_pvrtc`),i!==null){if(n===35840)return i.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===35841)return i.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===35842)return i.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===35843)return i.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null}if(n===36196||n===37492||n===37496||n===37488||n===37489||n===37490||n===37491){if(i=t.get(`WEBGL_compressed_texture_etc`),i!==null){if(n===36196||n===37492)return a===`srgb`?i.COMPRESSED_SRGB8_ETC2:i.COMPRESSED_RGB8_ETC2;if(n===37496)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:i.COMPRESSED_RGBA8_ETC2_EAC;if(n===37488)return i.COMPRESSED_R11_EAC;if(n===37489)return i.COMPRESSED_SIGNED_R11_EAC;if(n===37490)return i.COMPRESSED_RG11_EAC;if(n===37491)return i.COMPRESSED_SIGNED_RG11_EAC}else return null}if(n===37808||n===37809||n===37810||n===37811||n===37812||n===37813||n===37814||n===37815||n===37816||n===37817||n===37818||n===37819||n===37820||n===37821){if(i=t.get(`WEBGL_compressed_texture_astc`),i!==null){if(n===37808)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:i.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===37809)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:i.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===37810)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:i.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===37811)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:i.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===37812)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:i.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===37813)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:i.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===37814)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:i.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===37815)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:i.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===37816)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:i.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===37817)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:i.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===37818)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:i.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===37819)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:i.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===37820)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:i.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===37821)return a===`srgb`?i.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:i.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null}if(n===36492||n===36494||n===36495){if(i=t.get(`EXT_texture_compression_bptc`),i!==null){if(n===36492)return a===`srgb`?i.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:i.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===36494)return i.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===36495)return i.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null}if(n===36283||n===36284||n===36285||n===36286){if(i=t.get(`EXT_texture_compression_rgtc`),i!==null){if(n===36283)return i.COMPRESSED_RED_RGTC1_EXT;if(n===36284)return i.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===36285)return i.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===36286)return i.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null}return n===1020?e.UNSIGNED_INT_24_8:e[n]===void 0?null:e[n]}return{convert:n}}var nh=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,rh=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,ih=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let n=new Dl(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=n}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,n=new od({vertexShader:nh,fragmentShader:rh,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Jc(new Ku(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},ah=class extends Qa{constructor(e,t){super();let n=this,r=null,i=1,a=null,o=`local-floor`,s=1,c=null,l=null,u=null,d=null,f=null,p=null,m=typeof XRWebGLBinding<`u`,h=new ih,g={},_=t.getContextAttributes(),v=null,y=null,b=[],x=[],S=new W,C=null,w=null,T=new Ld;T.viewport=new Wo;let E=new Ld;E.viewport=new Wo;let D=[T,E],O=new Hd,k=null,A=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(e){let t=b[e];return t===void 0&&(t=new Ts,b[e]=t),t.getTargetRaySpace()},this.getControllerGrip=function(e){let t=b[e];return t===void 0&&(t=new Ts,b[e]=t),t.getGripSpace()},this.getHand=function(e){let t=b[e];return t===void 0&&(t=new Ts,b[e]=t),t.getHandSpace()};function j(e){let t=x.indexOf(e.inputSource);if(t===-1)return;let n=b[t];n!==void 0&&(n.update(e.inputSource,e.frame,c||a),n.dispatchEvent({type:e.type,data:e.inputSource}))}function ee(){r.removeEventListener(`select`,j),r.removeEventListener(`selectstart`,j),r.removeEventListener(`selectend`,j),r.removeEventListener(`squeeze`,j),r.removeEventListener(`squeezestart`,j),r.removeEventListener(`squeezeend`,j),r.removeEventListener(`end`,ee),r.removeEventListener(`inputsourceschange`,M);for(let e=0;e<b.length;e++){let t=x[e];t!==null&&(x[e]=null,b[e].disconnect(t))}k=null,A=null,h.reset();for(let e in g)delete g[e];if(e.setRenderTarget(v),f=null,d=null,u=null,r=null,y=null,ie.stop(),n.isPresenting=!1,e.setPixelRatio(C),e.setSize(S.width,S.height,!1),w!==null){let e=w.camera;e.fov=w.fov,e.zoom=w.zoom,e.updateProjectionMatrix(),w=null}n.dispatchEvent({type:`sessionend`})}this.setFramebufferScaleFactor=function(e){i=e,n.isPresenting===!0&&V(`WebXRManager: Cannot change framebuffer scale while presenting.`)},this.setReferenceSpaceType=function(e){o=e,n.isPresenting===!0&&V(`WebXRManager: Cannot change reference space type while presenting.`)},this.getReferenceSpace=function(){return c||a},this.setReferenceSpace=function(e){c=e},this.getBaseLayer=function(){return d===null?f:d},this.getBinding=function(){return u===null&&m&&(u=new XRWebGLBinding(r,t)),u},this.getFrame=function(){return p},this.getSession=function(){return r},this.setSession=async function(l){if(r=l,r!==null){if(v=e.getRenderTarget(),r.addEventListener(`select`,j),r.addEventListener(`selectstart`,j),r.addEventListener(`selectend`,j),r.addEventListener(`squeeze`,j),r.addEventListener(`squeezestart`,j),r.addEventListener(`squeezeend`,j),r.addEventListener(`end`,ee),r.addEventListener(`inputsourceschange`,M),_.xrCompatible!==!0&&await t.makeXRCompatible(),C=e.getPixelRatio(),e.getSize(S),m&&`createProjectionLayer`in XRWebGLBinding.prototype){let n=null,a=null,o=null;_.depth&&(o=_.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,n=_.stencil?Li:Ii,a=_.stencil?Ai:Ti);let s={colorFormat:t.RGBA8,depthFormat:o,scaleFactor:i};u=this.getBinding(),d=u.createProjectionLayer(s),r.updateRenderState({layers:[d]}),e.setPixelRatio(1),e.setSize(d.textureWidth,d.textureHeight,!1),y=new Ko(d.textureWidth,d.textureHeight,{format:Fi,type:bi,depthTexture:new Tl(d.textureWidth,d.textureHeight,a,void 0,void 0,void 0,void 0,void 0,void 0,n),stencilBuffer:_.stencil,colorSpace:e.outputColorSpace,samples:_.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1,storeMultisampledDepthBuffer:d.ignoreDepthValues===!1,storeMultisampledStencilBuffer:d.ignoreDepthValues===!1})}else{let n={antialias:_.antialias,alpha:!0,depth:_.depth,stencil:_.stencil,framebufferScaleFactor:i};f=new XRWebGLLayer(r,t,n),r.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),y=new Ko(f.framebufferWidth,f.framebufferHeight,{format:Fi,type:bi,colorSpace:e.outputColorSpace,stencilBuffer:_.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}y.isXRRenderTarget=!0,this.setFoveation(s),c=null,a=await r.requestReferenceSpace(o),ie.setContext(r),ie.start(),n.isPresenting=!0,n.dispatchEvent({type:`sessionstart`})}},this.getEnvironmentBlendMode=function(){if(r!==null)return r.environmentBlendMode},this.getDepthTexture=function(){return h.getDepthTexture()};function M(e){for(let t=0;t<e.removed.length;t++){let n=e.removed[t],r=x.indexOf(n);r>=0&&(x[r]=null,b[r].disconnect(n))}for(let t=0;t<e.added.length;t++){let n=e.added[t],r=x.indexOf(n);if(r===-1){for(let e=0;e<b.length;e++)if(e>=x.length){x.push(n),r=e;break}else if(x[e]===null){x[e]=n,r=e;break}if(r===-1)break}let i=b[r];i&&i.connect(n)}}function N(e,t){t===null?e.matrixWorld.copy(e.matrix):e.matrixWorld.multiplyMatrices(t.matrixWorld,e.matrix),e.matrixWorldInverse.copy(e.matrixWorld).invert()}this.updateCamera=function(e){if(r===null)return;let t=e.near,n=e.far;h.texture!==null&&(h.depthNear>0&&(t=h.depthNear),h.depthFar>0&&(n=h.depthFar)),O.near=E.near=T.near=t,O.far=E.far=T.far=n,(k!==O.near||A!==O.far)&&(r.updateRenderState({depthNear:O.near,depthFar:O.far}),k=O.near,A=O.far),O.layers.mask=e.layers.mask|6,T.layers.mask=O.layers.mask&-5,E.layers.mask=O.layers.mask&-3;let i=e.parent,a=O.cameras;N(O,i);for(let e=0;e<a.length;e++)N(a[e],i);O.projectionMatrix.copy(T.projectionMatrix),O.projectionMatrixInverse.copy(T.projectionMatrixInverse),w===null&&e.isPerspectiveCamera&&(w={camera:e,fov:e.fov,zoom:e.zoom}),te(e,O,i)};function te(e,t,n){n===null?e.matrix.copy(t.matrixWorld):(e.matrix.copy(n.matrixWorld),e.matrix.invert(),e.matrix.multiply(t.matrixWorld)),e.matrix.decompose(e.position,e.quaternion,e.scale),e.updateMatrixWorld(!0),e.projectionMatrix.copy(t.projectionMatrix),e.projectionMatrixInverse.copy(t.projectionMatrixInverse),e.isPerspectiveCamera&&(e.fov=no*2*Math.atan(1/e.projectionMatrix.elements[5]),e.zoom=1)}this.getCamera=function(){return O},this.getFoveation=function(){if(d!==null||f!==null)return s},this.setFoveation=function(e){s=e,d!==null&&(d.fixedFoveation=e),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=e)},this.hasDepthSensing=function(){return h.texture!==null},this.getDepthSensingMesh=function(){return h.getMesh(O)},this.getCameraTexture=function(e){return g[e]};let ne=null;function re(t,i){if(l=i.getViewerPose(c||a),p=i,l!==null){let t=l.views;f!==null&&(e.setRenderTargetFramebuffer(y,f.framebuffer),e.setRenderTarget(y));let i=!1;t.length!==O.cameras.length&&(O.cameras.length=0,i=!0);for(let n=0;n<t.length;n++){let r=t[n],a=null;if(f!==null)a=f.getViewport(r);else{let t=u.getViewSubImage(d,r);a=t.viewport,n===0&&(e.setRenderTargetTextures(y,t.colorTexture,t.depthStencilTexture),e.setRenderTarget(y))}let o=D[n];o===void 0&&(o=new Ld,o.layers.enable(n),o.viewport=new Wo,D[n]=o),o.matrix.fromArray(r.transform.matrix),o.matrix.decompose(o.position,o.quaternion,o.scale),o.projectionMatrix.fromArray(r.projectionMatrix),o.projectionMatrixInverse.copy(o.projectionMatrix).invert(),o.viewport.set(a.x,a.y,a.width,a.height),n===0&&(O.matrix.copy(o.matrix),O.matrix.decompose(O.position,O.quaternion,O.scale)),i===!0&&O.cameras.push(o)}let a=r.enabledFeatures;if(a&&a.includes(`depth-sensing`)&&r.depthUsage==`gpu-optimized`&&m){u=n.getBinding();let e=u.getDepthInformation(t[0]);e&&e.isValid&&e.texture&&h.init(e,r.renderState)}if(a&&a.includes(`camera-access`)&&m){e.state.unbindTexture(),u=n.getBinding();for(let e=0;e<t.length;e++){let n=t[e].camera;if(n){let e=g[n];e||(e=new Dl,g[n]=e);let t=u.getCameraImage(n);e.sourceTexture=t}}}}for(let e=0;e<b.length;e++){let t=x[e],n=b[e];t!==null&&n!==void 0&&n.update(t,i,c||a)}ne&&ne(t,i),i.detectedPlanes&&n.dispatchEvent({type:`planesdetected`,data:i}),p=null}let ie=new rf;ie.setAnimationLoop(re),this.setAnimationLoop=function(e){ne=e},this.dispose=function(){}}},oh=new Yo,sh=new K;sh.set(-1,0,0,0,1,0,0,0,1);function ch(e,t){function n(e,t){e.matrixAutoUpdate===!0&&e.updateMatrix(),t.value.copy(e.matrix)}function r(t,n){n.color.getRGB(t.fogColor.value,nd(e)),n.isFog?(t.fogNear.value=n.near,t.fogFar.value=n.far):n.isFogExp2&&(t.fogDensity.value=n.density)}function i(e,t,n,r,i){t.isNodeMaterial?t.uniformsNeedUpdate=!1:t.isMeshBasicMaterial?a(e,t):t.isMeshLambertMaterial?(a(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshToonMaterial?(a(e,t),d(e,t)):t.isMeshPhongMaterial?(a(e,t),u(e,t),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)):t.isMeshStandardMaterial?(a(e,t),f(e,t),t.isMeshPhysicalMaterial&&p(e,t,i)):t.isMeshMatcapMaterial?(a(e,t),m(e,t)):t.isMeshDepthMaterial?a(e,t):t.isMeshDistanceMaterial?(a(e,t),h(e,t)):t.isMeshNormalMaterial?a(e,t):t.isLineBasicMaterial?(o(e,t),t.isLineDashedMaterial&&s(e,t)):t.isPointsMaterial?c(e,t,n,r):t.isSpriteMaterial?l(e,t):t.isShadowMaterial?(e.color.value.copy(t.color),e.opacity.value=t.opacity):t.isShaderMaterial&&(t.uniformsNeedUpdate=!1)}function a(e,r){e.opacity.value=r.opacity,r.color&&e.diffuse.value.copy(r.color),r.emissive&&e.emissive.value.copy(r.emissive).multiplyScalar(r.emissiveIntensity),r.map&&(e.map.value=r.map,n(r.map,e.mapTransform)),r.alphaMap&&(e.alphaMap.value=r.alphaMap,n(r.alphaMap,e.alphaMapTransform)),r.bumpMap&&(e.bumpMap.value=r.bumpMap,n(r.bumpMap,e.bumpMapTransform),e.bumpScale.value=r.bumpScale,r.side===1&&(e.bumpScale.value*=-1)),r.normalMap&&(e.normalMap.value=r.normalMap,n(r.normalMap,e.normalMapTransform),e.normalScale.value.copy(r.normalScale),r.side===1&&e.normalScale.value.negate()),r.displacementMap&&(e.displacementMap.value=r.displacementMap,n(r.displacementMap,e.displacementMapTransform),e.displacementScale.value=r.displacementScale,e.displacementBias.value=r.displacementBias),r.emissiveMap&&(e.emissiveMap.value=r.emissiveMap,n(r.emissiveMap,e.emissiveMapTransform)),r.specularMap&&(e.specularMap.value=r.specularMap,n(r.specularMap,e.specularMapTransform)),r.alphaTest>0&&(e.alphaTest.value=r.alphaTest);let i=t.get(r),a=i.envMap,o=i.envMapRotation;a&&(e.envMap.value=a,e.envMapRotation.value.setFromMatrix4(oh.makeRotationFromEuler(o)).transpose(),a.isCubeTexture&&a.isRenderTargetTexture===!1&&e.envMapRotation.value.premultiply(sh),e.reflectivity.value=r.reflectivity,e.ior.value=r.ior,e.refractionRatio.value=r.refractionRatio),r.lightMap&&(e.lightMap.value=r.lightMap,e.lightMapIntensity.value=r.lightMapIntensity,n(r.lightMap,e.lightMapTransform)),r.aoMap&&(e.aoMap.value=r.aoMap,e.aoMapIntensity.value=r.aoMapIntensity,n(r.aoMap,e.aoMapTransform))}function o(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform))}function s(e,t){e.dashSize.value=t.dashSize,e.totalSize.value=t.dashSize+t.gapSize,e.scale.value=t.scale}function c(e,t,r,i){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.size.value=t.size*r,e.scale.value=i*.5,t.map&&(e.map.value=t.map,n(t.map,e.uvTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function l(e,t){e.diffuse.value.copy(t.color),e.opacity.value=t.opacity,e.rotation.value=t.rotation,t.map&&(e.map.value=t.map,n(t.map,e.mapTransform)),t.alphaMap&&(e.alphaMap.value=t.alphaMap,n(t.alphaMap,e.alphaMapTransform)),t.alphaTest>0&&(e.alphaTest.value=t.alphaTest)}function u(e,t){e.specular.value.copy(t.specular),e.shininess.value=Math.max(t.shininess,1e-4)}function d(e,t){t.gradientMap&&(e.gradientMap.value=t.gradientMap)}function f(e,t){e.metalness.value=t.metalness,t.metalnessMap&&(e.metalnessMap.value=t.metalnessMap,n(t.metalnessMap,e.metalnessMapTransform)),e.roughness.value=t.roughness,t.roughnessMap&&(e.roughnessMap.value=t.roughnessMap,n(t.roughnessMap,e.roughnessMapTransform)),t.envMap&&(e.envMapIntensity.value=t.envMapIntensity)}function p(e,t,r){e.ior.value=t.ior,t.diffuseRoughness>0&&(e.diffuseRoughness.value=t.diffuseRoughness,t.diffuseRoughnessMap&&(e.diffuseRoughnessMap.value=t.diffuseRoughnessMap,n(t.diffuseRoughnessMap,e.diffuseRoughnessMapTransform))),t.sheen>0&&(e.sheenColor.value.copy(t.sheenColor).multiplyScalar(t.sheen),e.sheenRoughness.value=t.sheenRoughness,t.sheenColorMap&&(e.sheenColorMap.value=t.sheenColorMap,n(t.sheenColorMap,e.sheenColorMapTransform)),t.sheenRoughnessMap&&(e.sheenRoughnessMap.value=t.sheenRoughnessMap,n(t.sheenRoughnessMap,e.sheenRoughnessMapTransform))),t.clearcoat>0&&(e.clearcoat.value=t.clearcoat,e.clearcoatRoughness.value=t.clearcoatRoughness,t.clearcoatMap&&(e.clearcoatMap.value=t.clearcoatMap,n(t.clearcoatMap,e.clearcoatMapTransform)),t.clearcoatRoughnessMap&&(e.clearcoatRoughnessMap.value=t.clearcoatRoughnessMap,n(t.clearcoatRoughnessMap,e.clearcoatRoughnessMapTransform)),t.clearcoatNormalMap&&(e.clearcoatNormalMap.value=t.clearcoatNormalMap,n(t.clearcoatNormalMap,e.clearcoatNormalMapTransform),e.clearcoatNormalScale.value.copy(t.clearcoatNormalScale),t.side===1&&e.clearcoatNormalScale.value.negate())),t.dispersion>0&&(e.dispersion.value=t.dispersion),t.retroreflectivity>0&&(e.retroreflectivity.value=t.retroreflectivity),t.iridescence>0&&(e.iridescence.value=t.iridescence,e.iridescenceIOR.value=t.iridescenceIOR,e.iridescenceThicknessMinimum.value=t.iridescenceThicknessMinimum,e.iridescenceThicknessMaximum.value=t.iridescenceThicknessMaximum,t.iridescenceMap&&(e.iridescenceMap.value=t.iridescenceMap,n(t.iridescenceMap,e.iridescenceMapTransform)),t.iridescenceThicknessMap&&(e.iridescenceThicknessMap.value=t.iridescenceThicknessMap,n(t.iridescenceThicknessMap,e.iridescenceThicknessMapTransform))),t.transmission>0&&(e.transmission.value=t.transmission,e.transmissionSamplerMap.value=r.texture,e.transmissionSamplerSize.value.set(r.width,r.height),t.transmissionMap&&(e.transmissionMap.value=t.transmissionMap,n(t.transmissionMap,e.transmissionMapTransform)),e.thickness.value=t.thickness,t.thicknessMap&&(e.thicknessMap.value=t.thicknessMap,n(t.thicknessMap,e.thicknessMapTransform)),e.attenuationDistance.value=t.attenuationDistance,e.attenuationColor.value.copy(t.attenuationColor)),t.anisotropy>0&&(e.anisotropyVector.value.set(t.anisotropy*Math.cos(t.anisotropyRotation),t.anisotropy*Math.sin(t.anisotropyRotation)),t.anisotropyMap&&(e.anisotropyMap.value=t.anisotropyMap,n(t.anisotropyMap,e.anisotropyMapTransform))),e.specularIntensity.value=t.specularIntensity,e.specularColor.value.copy(t.specularColor),t.specularColorMap&&(e.specularColorMap.value=t.specularColorMap,n(t.specularColorMap,e.specularColorMapTransform)),t.specularIntensityMap&&(e.specularIntensityMap.value=t.specularIntensityMap,n(t.specularIntensityMap,e.specularIntensityMapTransform))}function m(e,t){t.matcap&&(e.matcap.value=t.matcap)}function h(e,n){let r=t.get(n).light;e.referencePosition.value.setFromMatrixPosition(r.matrixWorld),e.nearDistance.value=r.shadow.camera.near,e.farDistance.value=r.shadow.camera.far}return{refreshFogUniforms:r,refreshMaterialUniforms:i}}function lh(e,t,n,r){let i={},a={};function o(e,t){let n=t.program;r.uniformBlockBinding(e,n,i[e.id])}function s(e,n){let o=i[e.id];o===void 0&&(m(e),o=c(e),i[e.id]=o,e.addEventListener(`dispose`,g));let s=n.program;r.updateUBOMapping(e,s);let u=t.render.frame;a[e.id]!==u&&(l(e),a[e.id]=u)}function c(t){let n=e.createBuffer(),r=t.__size,i=t.usage;return e.bindBuffer(e.UNIFORM_BUFFER,n),e.bufferData(e.UNIFORM_BUFFER,r,i),e.bindBuffer(e.UNIFORM_BUFFER,null),n}function l(t){let n=i[t.id],r=t.uniforms,a=t.__cache;e.bindBuffer(e.UNIFORM_BUFFER,n);for(let e=0,t=r.length;e<t;e++){let t=r[e];if(Array.isArray(t))for(let n=0,r=t.length;n<r;n++)u(t[n],e,n,a);else u(t,e,0,a)}e.bindBuffer(e.UNIFORM_BUFFER,null)}function u(t,n,r,i){if(f(t,n,r,i)===!0){let n=t.__offset,r=t.value;if(Array.isArray(r)){let e=0;for(let n=0;n<r.length;n++){let i=r[n],a=h(i,!0);d(i,t.__data,e),e+=a.storage/Float32Array.BYTES_PER_ELEMENT}}else d(r,t.__data,0);e.bufferSubData(e.UNIFORM_BUFFER,n,t.__data)}}function d(e,t,n){typeof e==`number`||typeof e==`boolean`?t[n]=e:e.isMatrix3?(t[n]=e.elements[0],t[n+1]=e.elements[1],t[n+2]=e.elements[2],t[n+3]=0,t[n+4]=e.elements[3],t[n+5]=e.elements[4],t[n+6]=e.elements[5],t[n+7]=0,t[n+8]=e.elements[6],t[n+9]=e.elements[7],t[n+10]=e.elements[8],t[n+11]=0):ArrayBuffer.isView(e)?t.set(e.subarray(0,t.length-n),n):e.toArray(t,n)}function f(e,t,n,r){let i=e.value,a=t+`_`+n;if(Array.isArray(i)){r[a]===void 0&&(r[a]=[]);let e=r[a],t=!1;for(let n=0;n<i.length;n++)p(i[n],e,n)===!0&&(t=!0);return t}return p(i,r,a)}function p(e,t,n){if(t[n]===void 0)return t[n]=typeof e==`number`||typeof e==`boolean`?e:ArrayBuffer.isView(e)?e.slice():e.clone(),!0;{let r=t[n];if(typeof e==`number`||typeof e==`boolean`){if(r!==e)return t[n]=e,!0}else if(ArrayBuffer.isView(e))return!0;else if(r.equals(e)===!1)return r.copy(e),!0}return!1}function m(e){let t=e.uniforms,n=0;for(let e=0,r=t.length;e<r;e++){let r=Array.isArray(t[e])?t[e]:[t[e]];for(let i=0,a=r.length;i<a;i++){let a=r[i],o=Array.isArray(a.value)?a.value:[a.value],s=Array.isArray(t[e])||Array.isArray(a.value),c=n;for(let e=0,t=o.length;e<t;e++){let t=o[e],r=h(t,s),i=n%16,a=i%r.boundary,l=i+a;n+=a,l!==0&&16-l<r.storage&&(n+=16-l),e===0&&(c=n),n+=r.storage}a.__data=new(a.type===`int`?Int32Array:a.type===`uint`?Uint32Array:Float32Array)((n-c)/Float32Array.BYTES_PER_ELEMENT),a.__offset=c}}let r=n%16;return r>0&&(n+=16-r),e.__size=n,e.__cache={},this}function h(e,t){let n={boundary:0,storage:0};return typeof e==`number`||typeof e==`boolean`?(n.boundary=4,n.storage=4):e.isVector2?(n.boundary=8,n.storage=8):e.isVector3||e.isColor?(n.boundary=16,n.storage=12):e.isVector4?(n.boundary=16,n.storage=16):e.isMatrix3?(n.boundary=16,n.storage=48):e.isMatrix4?(n.boundary=16,n.storage=64):e.isTexture?V(`WebGLRenderer: Texture samplers can not be part of an uniforms group.`):ArrayBuffer.isView(e)?(n.boundary=16,n.storage=e.byteLength):V(`WebGLRenderer: Unsupported uniform value type.`,e),t===!0&&(n.boundary=16,n.storage=Math.ceil(n.storage/16)*16),n}function g(t){let n=t.target;n.removeEventListener(`dispose`,g),e.deleteBuffer(i[n.id]),delete i[n.id],delete a[n.id]}function _(){for(let t in i)e.deleteBuffer(i[t]);i={},a={}}return{bind:o,update:s,dispose:_}}var uh=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),dh=null;function fh(){return dh===null&&(dh=new Zc(uh,16,16,Bi,Di),dh.name=`DFG_LUT`,dh.minFilter=_i,dh.magFilter=_i,dh.wrapS=fi,dh.wrapT=fi,dh.generateMipmaps=!1,dh.needsUpdate=!0),dh}var ph=class{constructor(e={}){let{canvas:t=Ga(),context:n=null,depth:r=!0,stencil:i=!1,alpha:a=!1,antialias:o=!1,premultipliedAlpha:s=!0,preserveDrawingBuffer:c=!1,powerPreference:l=`default`,failIfMajorPerformanceCaveat:u=!1,reversedDepthBuffer:d=!1,outputBufferType:f=bi}=e;this.isWebGLRenderer=!0;let p;if(n!==null){if(typeof WebGLRenderingContext<`u`&&n instanceof WebGLRenderingContext)throw Error(`THREE.WebGLRenderer: WebGL 1 is not supported since r163.`);p=n.getContextAttributes().alpha}else p=a;let m=f,h=new Set([Hi,Vi,zi]),g=new Set([bi,Ti,Ci,Ai,Oi,ki]),_=new Uint32Array(4),v=new Int32Array(4),y={textures:[],min:[],max:[],resolution:[]},b=null,x=null,S=[],C=[],w=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=0,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let T=this,E=!1,D=null,O=null,k=null,A=null;this._outputColorSpace=Na;let j=0,ee=0,M=null,N=-1,te=null,ne=new Wo,re=new Wo,ie=null,ae=new J(0),oe=0,se=t.width,ce=t.height,le=1,ue=null,de=null,fe=new Wo(0,0,se,ce),pe=new Wo(0,0,se,ce),me=!1,he=new tl,ge=new rl,_e=!1,ve=!1,ye=new Yo,be=new G,xe=new Wo,Se={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},Ce=!1;function we(){return M===null?le:1}let P=n;function Te(e,n){return t.getContext(e,n)}let Ee,De,F,Oe,I,L,ke,Ae,je,Me,Ne,Pe,Fe,Ie,Le,Re,ze,Be,Ve,He,Ue,We,Ge;try{let e={alpha:!0,depth:r,stencil:i,antialias:o,premultipliedAlpha:s,preserveDrawingBuffer:c,powerPreference:l,failIfMajorPerformanceCaveat:u};if(`setAttribute`in t&&t.setAttribute(`data-engine`,`three.js r187`),t.addEventListener(`webglcontextlost`,Je,!1),t.addEventListener(`webglcontextrestored`,Ye,!1),t.addEventListener(`webglcontextcreationerror`,Xe,!1),P===null){let t=`webgl2`;if(P=Te(t,e),P===null)throw Te(t)?Error(`THREE.WebGLRenderer: Error creating WebGL context with your selected attributes.`):Error(`THREE.WebGLRenderer: Error creating WebGL context.`)}Ke()}catch(e){throw t.removeEventListener(`webglcontextlost`,Je,!1),t.removeEventListener(`webglcontextrestored`,Ye,!1),t.removeEventListener(`webglcontextcreationerror`,Xe,!1),H(`WebGLRenderer: `+e.message),e}function Ke(){Ee=new Nf(P),Ee.init(),Ue=new th(P,Ee),De=new pf(P,Ee,e,Ue),F=new $m(P,Ee),De.reversedDepthBuffer&&d&&F.buffers.depth.setReversed(!0),O=P.createFramebuffer(),k=P.createFramebuffer(),A=P.createFramebuffer(),Oe=new If(P),I=new Nm,L=new eh(P,Ee,F,I,De,Ue,Oe),ke=new Mf(T),Ae=new af(P),We=new df(P,Ae),je=new Pf(P,Ae,Oe,We),Me=new Rf(P,je,Ae,We,Oe),Be=new Lf(P,De,L),Le=new mf(I),Ne=new Mm(T,ke,Ee,De,We,Le),Pe=new ch(T,I),Fe=new Lm,Ie=new Wm(Ee),ze=new uf(T,ke,F,Me,p,s),Re=new Qm(T,Me,De),Ge=new lh(P,Oe,De,F),Ve=new ff(P,Ee,Oe),He=new Ff(P,Ee,Oe),Oe.programs=Ne.programs,T.capabilities=De,T.extensions=Ee,T.properties=I,T.renderLists=Fe,T.shadowMap=Re,T.state=F,T.info=Oe}m!==1009&&(w=new Bf(m,t.width,t.height,o,r,i));let qe=new ah(T,P);this.xr=qe,this.getContext=function(){return P},this.getContextAttributes=function(){return P.getContextAttributes()},this.forceContextLoss=function(){let e=Ee.get(`WEBGL_lose_context`);e&&e.loseContext()},this.forceContextRestore=function(){let e=Ee.get(`WEBGL_lose_context`);e&&e.restoreContext()},this.getPixelRatio=function(){return le},this.setPixelRatio=function(e){e!==void 0&&(le=e,this.setSize(se,ce,!1))},this.getSize=function(e){return e.set(se,ce)},this.setSize=function(e,n,r=!0){qe.isPresenting?V(`WebGLRenderer: Can't change size while VR device is presenting.`):(se=e,ce=n,t.width=Math.floor(e*le),t.height=Math.floor(n*le),r===!0&&(t.style.width=e+`px`,t.style.height=n+`px`),w!==null&&w.setSize(t.width,t.height),this.setViewport(0,0,e,n))},this.getDrawingBufferSize=function(e){return e.set(se*le,ce*le).floor()},this.setDrawingBufferSize=function(e,n,r){se=e,ce=n,le=r,t.width=Math.floor(e*r),t.height=Math.floor(n*r),this.setViewport(0,0,e,n)},this.setEffects=function(e){if(m===1009)H(`WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.`);else{if(e){for(let t=0;t<e.length;t++)if(e[t].isOutputPass===!0){V(`WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.`);break}}w.setEffects(e||[])}},this.getCurrentViewport=function(e){return e.copy(ne)},this.getViewport=function(e){return e.copy(fe)},this.setViewport=function(e,t,n,r){e.isVector4?fe.set(e.x,e.y,e.z,e.w):fe.set(e,t,n,r),F.viewport(ne.copy(fe).multiplyScalar(we()).round())},this.getScissor=function(e){return e.copy(pe)},this.setScissor=function(e,t,n,r){e.isVector4?pe.set(e.x,e.y,e.z,e.w):pe.set(e,t,n,r),F.scissor(re.copy(pe).multiplyScalar(we()).round())},this.getScissorTest=function(){return me},this.setScissorTest=function(e){F.setScissorTest(me=e)},this.setOpaqueSort=function(e){ue=e},this.setTransparentSort=function(e){de=e},this.getClearColor=function(e){return e.copy(ze.getClearColor())},this.setClearColor=function(){ze.setClearColor(...arguments)},this.getClearAlpha=function(){return ze.getClearAlpha()},this.setClearAlpha=function(){ze.setClearAlpha(...arguments)},this.clear=function(e=!0,t=!0,n=!0){let r=0;if(e){let e=!1;if(M!==null){let t=M.texture.format;e=h.has(t)}if(e){let e=M.texture.type,t=g.has(e),n=ze.getClearColor(),r=ze.getClearAlpha(),i=n.r,a=n.g,o=n.b;t?(_[0]=i,_[1]=a,_[2]=o,_[3]=r,P.clearBufferuiv(P.COLOR,0,_)):(v[0]=i,v[1]=a,v[2]=o,v[3]=r,P.clearBufferiv(P.COLOR,0,v))}else r|=P.COLOR_BUFFER_BIT}t&&(r|=P.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),n&&(r|=P.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),r!==0&&P.clear(r)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(e){e.setRenderer(this),D=e},this.dispose=function(){t.removeEventListener(`webglcontextlost`,Je,!1),t.removeEventListener(`webglcontextrestored`,Ye,!1),t.removeEventListener(`webglcontextcreationerror`,Xe,!1),ze.dispose(),Fe.dispose(),Ie.dispose(),L.dispose(),I.dispose(),ke.dispose(),Me.dispose(),je.dispose(),We.dispose(),Ge.dispose(),Ne.dispose(),qe.dispose(),qe.removeEventListener(`sessionstart`,rt),qe.removeEventListener(`sessionend`,it),at.stop()};function Je(e){e.preventDefault(),qa(`WebGLRenderer: Context Lost.`),E=!0}function Ye(){qa(`WebGLRenderer: Context Restored.`),E=!1;let e=Oe.autoReset,t=Re.enabled,n=Re.autoUpdate,r=Re.needsUpdate,i=Re.type;Ke(),Oe.autoReset=e,Re.enabled=t,Re.autoUpdate=n,Re.needsUpdate=r,Re.type=i}function Xe(e){H(`WebGLRenderer: A WebGL context could not be created. Reason: `,e.statusMessage)}function Ze(e){let t=e.target;t.removeEventListener(`dispose`,Ze),Qe(t)}function Qe(e){$e(e),I.remove(e)}function $e(e){let t=I.get(e).programs;t!==void 0&&(t.forEach(function(e){Ne.releaseProgram(e)}),e.isShaderMaterial&&Ne.releaseShaderCache(e))}this.renderBufferDirect=function(e,t,n,r,i,a){t===null&&(t=Se);let o=i.isMesh&&i.matrixWorld.determinantAffine()<0,s=gt(e,t,n,r,i);F.setMaterial(r,o);let c=n.index,l=1;if(r.wireframe===!0){if(c=je.getWireframeAttribute(n),c===void 0)return;l=2}let u=n.drawRange,d=n.attributes.position,f=u.start*l,p=(u.start+u.count)*l;a!==null&&(f=Math.max(f,a.start*l),p=Math.min(p,(a.start+a.count)*l)),c===null?d!=null&&(f=Math.max(f,0),p=Math.min(p,d.count)):(f=Math.max(f,0),p=Math.min(p,c.count));let m=p-f;if(m<0||m===1/0)return;We.setup(i,r,s,n,c);let h,g=Ve;if(c!==null&&(h=Ae.get(c),g=He,g.setIndex(h)),i.isMesh)r.wireframe===!0?(F.setLineWidth(r.wireframeLinewidth*we()),g.setMode(P.LINES)):g.setMode(P.TRIANGLES);else if(i.isLine){let e=r.linewidth;e===void 0&&(e=1),F.setLineWidth(e*we()),i.isLineSegments?g.setMode(P.LINES):i.isLineLoop?g.setMode(P.LINE_LOOP):g.setMode(P.LINE_STRIP)}else i.isPoints?g.setMode(P.POINTS):i.isSprite&&g.setMode(P.TRIANGLES);if(i.isBatchedMesh){if(Ee.get(`WEBGL_multi_draw`))g.renderMultiDraw(i._multiDrawStarts,i._multiDrawCounts,i._multiDrawCount);else{let e=i._multiDrawStarts,t=i._multiDrawCounts,n=i._multiDrawCount,a=c?Ae.get(c).bytesPerElement:1,o=I.get(r).currentProgram.getUniforms();for(let r=0;r<n;r++)o.setValue(P,`_gl_DrawID`,r),g.render(e[r]/a,t[r])}}else if(i.isInstancedMesh)g.renderInstances(f,m,i.count);else if(n.isInstancedBufferGeometry){let e=n._maxInstanceCount===void 0?1/0:n._maxInstanceCount,t=Math.min(n.instanceCount,e);g.renderInstances(f,m,t)}else g.render(f,m)};function et(e,t,n,r){D!==null&&e.isNodeMaterial&&D.setObject(r,e),_e===!0&&Le.setState(e,n,!1),e.transparent===!0&&e.side===2&&e.forceSinglePass===!1?(e.side=1,e.needsUpdate=!0,ft(e,t,r),e.side=0,e.needsUpdate=!0,ft(e,t,r),e.side=2):ft(e,t,r)}this.compile=function(e,t,n=null){n===null&&(n=e),D!==null&&D.renderStart(e,t,n),x=Ie.get(n),x.init(t),C.push(x),n.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(x.pushLight(e),e.castShadow&&x.pushShadow(e))}),e!==n&&e.traverseVisible(function(e){e.isLight&&e.layers.test(t.layers)&&(x.pushLight(e),e.castShadow&&x.pushShadow(e))}),x.setupLights(),D!==null&&D.updateLights(x.state.lightsArray),ve=this.localClippingEnabled,_e=Le.init(this.clippingPlanes,ve),_e===!0&&Le.setGlobalState(this.clippingPlanes,t),D!==null&&Re.render(x.state.shadowsArray,n,t);let r=new Set;return e.traverse(function(e){if(!(e.isMesh||e.isPoints||e.isLine||e.isSprite))return;let i=e.material;if(i){if(Array.isArray(i))for(let a=0;a<i.length;a++){let o=i[a];et(o,n,t,e),r.add(o)}else et(i,n,t,e),r.add(i)}}),x=C.pop(),D!==null&&D.renderEnd(),r},this.compileAsync=function(e,t,n=null){let r=this.compile(e,t,n);return new Promise(t=>{function n(){r.forEach(function(e){let t=I.get(e).currentProgram;(t===void 0||t.isReady())&&r.delete(e)}),r.size===0?t(e):setTimeout(n,10)}Ee.get(`KHR_parallel_shader_compile`)===null?setTimeout(n,10):n()})};let tt=null;function nt(e){tt&&tt(e)}function rt(){at.stop()}function it(){at.start()}let at=new rf;at.setAnimationLoop(nt),typeof self<`u`&&at.setContext(self),this.setAnimationLoop=function(e){tt=e,qe.setAnimationLoop(e),e===null?at.stop():at.start()},qe.addEventListener(`sessionstart`,rt),qe.addEventListener(`sessionend`,it),this.render=function(e,t){if(t!==void 0&&t.isCamera!==!0){H(`WebGLRenderer.render: camera is not an instance of THREE.Camera.`);return}if(E===!0)return;D!==null&&D.renderStart(e,t);let n=qe.enabled===!0&&qe.isPresenting===!0,r=w!==null&&(M===null||n)&&w.begin(T,M);if(e.matrixWorldAutoUpdate===!0&&e.updateMatrixWorld(),t.parent===null&&t.matrixWorldAutoUpdate===!0&&t.updateMatrixWorld(),qe.enabled===!0&&qe.isPresenting===!0&&(w===null||w.isCompositing()===!1)&&(qe.cameraAutoUpdate===!0&&qe.updateCamera(t),t=qe.getCamera()),e.isScene===!0&&e.onBeforeRender(T,e,t,M),x=Ie.get(e,C.length),x.init(t),x.state.textureUnits=L.getTextureUnits(),C.push(x),ye.multiplyMatrices(t.projectionMatrix,t.matrixWorldInverse),t.isArrayCamera?ge.setFromArrayCamera(t):he.setFromProjectionMatrix(ye,Va,t.reversedDepth),ve=this.localClippingEnabled,_e=Le.init(this.clippingPlanes,ve),b=Fe.get(e,S.length),b.init(),S.push(b),this.info.render.frame++,qe.enabled===!0&&qe.isPresenting===!0){let e=T.xr.getDepthSensingMesh();e!==null&&ot(e,t,-1/0,T.sortObjects)}ot(e,t,0,T.sortObjects),b.finish(),D!==null&&D.updateLights(x.state.lightsArray),T.sortObjects===!0&&b.sort(ue,de),Ce=qe.enabled===!1||qe.isPresenting===!1||qe.hasDepthSensing()===!1,Ce&&ze.addToRenderList(b,e),this.info.autoReset===!0&&this.info.reset(),_e===!0&&Le.beginShadows();let i=x.state.shadowsArray;if(Re.render(i,e,t),_e===!0&&Le.endShadows(),(r&&w.hasRenderPass())===!1){let n=b.opaque,r=b.transmissive;if(x.setupLights(),t.isArrayCamera){let i=t.cameras;if(r.length>0)for(let t=0,a=i.length;t<a;t++){let a=i[t];ct(n,r,e,a)}Ce&&ze.render(e);for(let t=0,n=i.length;t<n;t++){let n=i[t];st(b,e,n,n.viewport)}}else r.length>0&&ct(n,r,e,t),Ce&&ze.render(e),st(b,e,t)}M!==null&&ee===0&&(L.updateMultisampleRenderTarget(M),L.updateRenderTargetMipmap(M)),r&&w.end(T),e.isScene===!0&&e.onAfterRender(T,e,t),We.resetDefaultState(),N=-1,te=null,C.pop(),C.length>0?(x=C[C.length-1],L.setTextureUnits(x.state.textureUnits),_e===!0&&Le.setGlobalState(T.clippingPlanes,x.state.camera)):x=null,S.pop(),b=S.length>0?S[S.length-1]:null,D!==null&&D.renderEnd()};function ot(e,t,n,r){if(e.visible===!1)return;if(e.layers.test(t.layers)){if(e.isGroup)n=e.renderOrder;else if(e.isLOD)e.autoUpdate===!0&&e.update(t);else if(e.isLight)x.pushLight(e),e.castShadow&&x.pushShadow(e);else if(e.isSprite){let i=t.isArrayCamera?ge:he;if(!e.frustumCulled||e.intersectsFrustum(i)){r&&xe.setFromMatrixPosition(e.matrixWorld).applyMatrix4(ye);let i=Me.update(e),a=e.material;a.visible&&b.push(e,i,a,n,xe.z,null,t)}}else if(e.isMesh||e.isLine||e.isPoints){let i=t.isArrayCamera?ge:he;if(!e.frustumCulled||e.intersectsFrustum(i)){let i=Me.update(e),a=e.material;if(r&&(e.boundingSphere===void 0?(i.boundingSphere===null&&i.computeBoundingSphere(),xe.copy(i.boundingSphere.center)):(e.boundingSphere===null&&e.computeBoundingSphere(),xe.copy(e.boundingSphere.center)),xe.applyMatrix4(e.matrixWorld).applyMatrix4(ye)),Array.isArray(a)){let r=i.groups;for(let o=0,s=r.length;o<s;o++){let s=r[o],c=a[s.materialIndex];c&&c.visible&&b.push(e,i,c,n,xe.z,s,t)}}else a.visible&&b.push(e,i,a,n,xe.z,null,t)}}}let i=e.children;for(let e=0,a=i.length;e<a;e++)ot(i[e],t,n,r)}function st(e,t,n,r){let{opaque:i,transmissive:a,transparent:o}=e;x.setupLightsView(n),_e===!0&&Le.setGlobalState(T.clippingPlanes,n),r&&F.viewport(ne.copy(r)),i.length>0&&lt(i,t,n),a.length>0&&lt(a,t,n),o.length>0&&lt(o,t,n),F.buffers.depth.setTest(!0),F.buffers.depth.setMask(!0),F.buffers.color.setMask(!0),F.setPolygonOffset(!1)}function ct(e,t,n,r){if((n.isScene===!0?n.overrideMaterial:null)!==null)return;if(x.state.transmissionRenderTarget[r.id]===void 0){let e=Ee.has(`EXT_color_buffer_half_float`)||Ee.has(`EXT_color_buffer_float`);x.state.transmissionRenderTarget[r.id]=new Ko(1,1,{generateMipmaps:!0,type:e?Di:bi,minFilter:yi,samples:Math.max(4,De.samples),stencilBuffer:i,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:q.workingColorSpace})}let a=x.state.transmissionRenderTarget[r.id],o=r.viewport||ne;a.setSize(o.z*T.transmissionResolutionScale,o.w*T.transmissionResolutionScale);let s=T.getRenderTarget(),c=T.getActiveCubeFace(),l=T.getActiveMipmapLevel();T.setRenderTarget(a),T.getClearColor(ae),oe=T.getClearAlpha(),oe<1&&T.setClearColor(16777215,.5),T.clear(),Ce&&ze.render(n);let u=T.toneMapping;T.toneMapping=0;let d=r.viewport;if(r.viewport!==void 0&&(r.viewport=void 0),x.setupLightsView(r),_e===!0&&Le.setGlobalState(T.clippingPlanes,r),lt(e,n,r),L.updateMultisampleRenderTarget(a),L.updateRenderTargetMipmap(a),Ee.has(`WEBGL_multisampled_render_to_texture`)===!1){let e=!1;for(let i=0,a=t.length;i<a;i++){let{object:a,geometry:o,material:s,group:c}=t[i];if(s.side===2&&a.layers.test(r.layers)){let t=s.side;s.side=1,s.needsUpdate=!0,ut(a,n,r,o,s,c),s.side=t,s.needsUpdate=!0,e=!0}}e===!0&&(L.updateMultisampleRenderTarget(a),L.updateRenderTargetMipmap(a))}T.setRenderTarget(s,c,l),T.setClearColor(ae,oe),d!==void 0&&(r.viewport=d),T.toneMapping=u}function lt(e,t,n){let r=t.isScene===!0?t.overrideMaterial:null;for(let i=0,a=e.length;i<a;i++){let a=e[i],{object:o,geometry:s,group:c}=a,l=a.material;l.allowOverride===!0&&r!==null&&(l=r),o.layers.test(n.layers)&&ut(o,t,n,s,l,c)}}function ut(e,t,n,r,i,a){D!==null&&i.isNodeMaterial&&D.setObject(e,i),e.onBeforeRender(T,t,n,r,i,a),e.modelViewMatrix.multiplyMatrices(n.matrixWorldInverse,e.matrixWorld),e.normalMatrix.getNormalMatrix(e.modelViewMatrix),i.onBeforeRender(T,t,n,r,e,a),i.transparent===!0&&i.side===2&&i.forceSinglePass===!1?(i.side=1,i.needsUpdate=!0,T.renderBufferDirect(n,t,r,i,e,a),i.side=0,i.needsUpdate=!0,T.renderBufferDirect(n,t,r,i,e,a),i.side=2):T.renderBufferDirect(n,t,r,i,e,a),e.onAfterRender(T,t,n,r,i,a)}function dt(e){let t=0;for(let n of e)n.texture!==null&&t++;return t}function ft(e,t,n){t.isScene!==!0&&(t=Se);let r=I.get(e),i=x.state.lights,a=x.state.shadowsArray,o=i.state.version,s=Ne.getParameters(e,i.state,a,t,n,x.state.lightProbeGridArray),c=Ne.getProgramCacheKey(s),l=r.programs;r.environment=e.isMeshStandardMaterial||e.isMeshLambertMaterial||e.isMeshPhongMaterial?t.environment:null,r.fog=t.fog;let u=e.isMeshStandardMaterial||e.isMeshLambertMaterial&&!e.envMap||e.isMeshPhongMaterial&&!e.envMap;r.envMap=ke.get(e.envMap||r.environment,u),r.envMapRotation=r.environment!==null&&e.envMap===null?t.environmentRotation:e.envMapRotation,l===void 0&&(e.addEventListener(`dispose`,Ze),l=new Map,r.programs=l,r.programVariants=new Map);let d=l.get(c);if(d!==void 0){if(r.currentProgram===d&&r.lightsStateVersion===o)return ht(e,s),d}else s.uniforms=Ne.getUniforms(e),D!==null&&e.isNodeMaterial&&D.build(e,n,s),e.onBeforeCompile(s,T),d=Ne.acquireProgram(s,c),l.set(c,d),r.uniforms=s.uniforms;let f=r.uniforms;return(!e.isShaderMaterial&&!e.isRawShaderMaterial||e.clipping===!0)&&(f.clippingPlanes=Le.uniform),ht(e,s),r.needsLights=vt(e),r.lightsStateVersion=o,r.needsLights&&(f.ambientLightColor.value=i.state.ambient,f.lightProbe.value=i.state.probe,f.sunLights.value=i.state.sun,f.sunLightShadows.value=i.state.sunShadow,f.directionalLights.value=i.state.directional,f.directionalLightShadows.value=i.state.directionalShadow,f.spotLights.value=i.state.spot,f.spotLightShadows.value=i.state.spotShadow,f.rectAreaLights.value=i.state.rectArea,f.ltc_1.value=i.state.rectAreaLTC1,f.ltc_2.value=i.state.rectAreaLTC2,f.pointLights.value=i.state.point,f.pointLightShadows.value=i.state.pointShadow,f.hemisphereLights.value=i.state.hemi,f.sunShadowMatrix.value=i.state.sunShadowMatrix,f.sunShadowCascade.value=i.state.sunShadowCascade,f.directionalShadowMatrix.value=i.state.directionalShadowMatrix,f.spotLightMatrix.value=i.state.spotLightMatrix,f.spotLightMap.value=i.state.spotLightMap,f.pointShadowMatrix.value=i.state.pointShadowMatrix),r.numLightProbeGrids=dt(x.state.lightProbeGridArray),r.currentProgram=d,r.uniformsList=null,d}function pt(e,t,n,r,i){let a=I.get(e),o=a.currentProgram.id+`,`+r+`,`+i,s=a.programVariants.get(o);return s===void 0?(s=ft(e,t,n),a.programVariants.set(o,s)):(a.currentProgram=s,a.uniformsList=null,a.outputColorSpace=r,a.toneMapping=i),s}function mt(e){if(e.uniformsList===null){let t=e.currentProgram.getUniforms();e.uniformsList=Yp.seqWithValue(t.seq,e.uniforms)}return e.uniformsList}function ht(e,t){let n=I.get(e);n.outputColorSpace=t.outputColorSpace,n.batching=t.batching,n.batchingColor=t.batchingColor,n.instancing=t.instancing,n.instancingColor=t.instancingColor,n.instancingMorph=t.instancingMorph,n.skinning=t.skinning,n.morphTargets=t.morphTargets,n.morphNormals=t.morphNormals,n.morphColors=t.morphColors,n.morphTargetsCount=t.morphTargetsCount,n.numClippingPlanes=t.numClippingPlanes,n.numIntersection=t.numClipIntersection,n.vertexAlphas=t.vertexAlphas,n.vertexTangents=t.vertexTangents,n.toneMapping=t.toneMapping}function gt(e,t,n,r,i){t.isScene!==!0&&(t=Se),L.resetTextureUnits();let a=t.fog,o=r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial?t.environment:null,s=M===null?T.outputColorSpace:M.isXRRenderTarget===!0?M.texture.colorSpace:q.workingColorSpace,c=r.isMeshStandardMaterial||r.isMeshLambertMaterial&&!r.envMap||r.isMeshPhongMaterial&&!r.envMap,l=ke.get(r.envMap||o,c),u=r.vertexColors===!0&&!!n.attributes.color&&n.attributes.color.itemSize===4,d=!!n.attributes.tangent&&(!!r.normalMap||r.anisotropy>0),f=!!n.morphAttributes.position,p=!!n.morphAttributes.normal,m=!!n.morphAttributes.color,h=0;r.toneMapped&&(M===null||M.isXRRenderTarget===!0)&&(h=T.toneMapping);let g=n.morphAttributes.position||n.morphAttributes.normal||n.morphAttributes.color,_=g===void 0?0:g.length,v=I.get(r),b=x.state.lights;if(_e===!0&&(ve===!0||e!==te)){let t=e===te&&r.id===N;Le.setState(r,e,t)}let S=!1,C=!1;r.version===v.__version?v.needsLights&&v.lightsStateVersion!==b.state.version||i.isBatchedMesh&&v.batching===!1||!i.isBatchedMesh&&v.batching===!0||i.isBatchedMesh&&v.batchingColor===!0&&i._colorsTexture===null||i.isBatchedMesh&&v.batchingColor===!1&&i._colorsTexture!==null||i.isInstancedMesh&&v.instancing===!1||!i.isInstancedMesh&&v.instancing===!0||i.isSkinnedMesh&&v.skinning===!1||!i.isSkinnedMesh&&v.skinning===!0||i.isInstancedMesh&&v.instancingColor===!0&&i.instanceColor===null||i.isInstancedMesh&&v.instancingColor===!1&&i.instanceColor!==null||i.isInstancedMesh&&v.instancingMorph===!0&&i.morphTexture===null||i.isInstancedMesh&&v.instancingMorph===!1&&i.morphTexture!==null?S=!0:v.envMap===l?r.fog===!0&&v.fog!==a||v.numClippingPlanes!==void 0&&(v.numClippingPlanes!==Le.numPlanes||v.numIntersection!==Le.numIntersection)?S=!0:v.vertexAlphas===u&&v.vertexTangents===d&&v.morphTargets===f&&v.morphNormals===p&&v.morphColors===m&&v.morphTargetsCount===_&&v.numLightProbeGrids===dt(x.state.lightProbeGridArray)?(v.outputColorSpace!==s||v.toneMapping!==h)&&(C=!0):S=!0:S=!0:(S=!0,v.__version=r.version);let w=v.currentProgram;(S===!0||C===!0)&&(w=C===!0?pt(r,t,i,s,h):ft(r,t,i),D&&r.isNodeMaterial&&D.onUpdateProgram(r,w,v));let E=!1,O=!1,k=!1,A=w.getUniforms(),j=v.uniforms;if(F.useProgram(w.program)&&(E=!0,O=!0,k=!0),r.id!==N&&(N=r.id,O=!0),E||te!==e){F.buffers.depth.getReversed()&&e.reversedDepth!==!0&&(e._reversedDepth=!0,e.updateProjectionMatrix()),A.setValue(P,`projectionMatrix`,e.projectionMatrix),A.setValue(P,`viewMatrix`,e.matrixWorldInverse);let t=A.map.cameraPosition;t!==void 0&&t.setValue(P,be.setFromMatrixPosition(e.matrixWorld)),De.logarithmicDepthBuffer&&A.setValue(P,`logDepthBufFC`,2/(Math.log(e.far+1)/Math.LN2)),(r.isMeshPhongMaterial||r.isMeshToonMaterial||r.isMeshLambertMaterial||r.isMeshBasicMaterial||r.isMeshStandardMaterial||r.isShaderMaterial)&&A.setValue(P,`isOrthographic`,e.isOrthographicCamera===!0),te!==e&&(te=e,O=!0,k=!0)}if(v.needsLights&&(b.state.sunShadowMap.length>0&&A.setValue(P,`sunShadowMap`,b.state.sunShadowMap,L),b.state.directionalShadowMap.length>0&&A.setValue(P,`directionalShadowMap`,b.state.directionalShadowMap,L),b.state.spotShadowMap.length>0&&A.setValue(P,`spotShadowMap`,b.state.spotShadowMap,L),b.state.pointShadowMap.length>0&&A.setValue(P,`pointShadowMap`,b.state.pointShadowMap,L)),i.isSkinnedMesh){A.setOptional(P,i,`bindMatrix`),A.setOptional(P,i,`bindMatrixInverse`);let e=i.skeleton;e&&(e.boneTexture===null&&e.computeBoneTexture(),A.setValue(P,`boneTexture`,e.boneTexture,L))}i.isBatchedMesh&&(A.setOptional(P,i,`batchingTexture`),A.setValue(P,`batchingTexture`,i._matricesTexture,L),A.setOptional(P,i,`batchingIdTexture`),A.setValue(P,`batchingIdTexture`,i._indirectTexture,L),A.setOptional(P,i,`batchingColorTexture`),i._colorsTexture!==null&&A.setValue(P,`batchingColorTexture`,i._colorsTexture,L));let ee=n.morphAttributes;if((ee.position!==void 0||ee.normal!==void 0||ee.color!==void 0)&&Be.update(i,n,w),(O||v.receiveShadow!==i.receiveShadow)&&(v.receiveShadow=i.receiveShadow,A.setValue(P,`receiveShadow`,i.receiveShadow)),(r.isMeshStandardMaterial||r.isMeshLambertMaterial||r.isMeshPhongMaterial)&&r.envMap===null&&t.environment!==null&&(j.envMapIntensity.value=t.environmentIntensity),j.dfgLUT!==void 0&&(j.dfgLUT.value=fh()),O){if(A.setValue(P,`toneMappingExposure`,T.toneMappingExposure),v.needsLights&&_t(j,k),a&&r.fog===!0&&Pe.refreshFogUniforms(j,a),Pe.refreshMaterialUniforms(j,r,le,ce,x.state.transmissionRenderTarget[e.id]),v.needsLights&&v.numLightProbeGrids>0){let e=y,t=0;for(let n of x.state.lightProbeGridArray)n.texture!==null&&(e.textures[t]=n.texture,e.min[t]=n.boundingBox.min,e.max[t]=n.boundingBox.max,e.resolution[t]=n.resolution,t++);for(let n in e)e[n].length=t;j.probesSH.value=e.textures,j.probesMin.value=e.min,j.probesMax.value=e.max,j.probesResolution.value=e.resolution}Yp.upload(P,mt(v),j,L)}if(r.isShaderMaterial&&r.uniformsNeedUpdate===!0&&(Yp.upload(P,mt(v),j,L),r.uniformsNeedUpdate=!1),r.isSpriteMaterial&&A.setValue(P,`center`,i.center),A.setValue(P,`modelViewMatrix`,i.modelViewMatrix),A.setValue(P,`normalMatrix`,i.normalMatrix),A.setValue(P,`modelMatrix`,i.matrixWorld),r.uniformsGroups!==void 0){let e=r.uniformsGroups;for(let t=0,n=e.length;t<n;t++){let n=e[t];Ge.update(n,w),Ge.bind(n,w)}}return w}function _t(e,t){e.ambientLightColor.needsUpdate=t,e.lightProbe.needsUpdate=t,e.sunLights.needsUpdate=t,e.sunLightShadows.needsUpdate=t,e.directionalLights.needsUpdate=t,e.directionalLightShadows.needsUpdate=t,e.pointLights.needsUpdate=t,e.pointLightShadows.needsUpdate=t,e.spotLights.needsUpdate=t,e.spotLightShadows.needsUpdate=t,e.rectAreaLights.needsUpdate=t,e.hemisphereLights.needsUpdate=t}function vt(e){return e.isMeshLambertMaterial||e.isMeshToonMaterial||e.isMeshPhongMaterial||e.isMeshStandardMaterial||e.isShadowMaterial||e.isShaderMaterial&&e.lights===!0}this.getActiveCubeFace=function(){return j},this.getActiveMipmapLevel=function(){return ee},this.getRenderTarget=function(){return M},this.setRenderTargetTextures=function(e,t,n){let r=I.get(e);r.__autoAllocateDepthBuffer=e.resolveDepthBuffer===!1,r.__autoAllocateDepthBuffer===!1&&(r.__useRenderToTexture=!1),I.get(e.texture).__webglTexture=t,I.get(e.depthTexture).__webglTexture=r.__autoAllocateDepthBuffer?void 0:n,r.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(e,t){let n=I.get(e);n.__webglFramebuffer=t,n.__useDefaultFramebuffer=t===void 0},this.setRenderTarget=function(e,t=0,n=0){M=e,j=t,ee=n;let r=null,i=!1,a=!1;if(e){let o=I.get(e);if(o.__useDefaultFramebuffer!==void 0){F.bindFramebuffer(P.FRAMEBUFFER,o.__webglFramebuffer),ne.copy(e.viewport),re.copy(e.scissor),ie=e.scissorTest,F.viewport(ne),F.scissor(re),F.setScissorTest(ie),N=-1;return}if(o.__webglFramebuffer===void 0)L.setupRenderTarget(e);else if(o.__hasExternalTextures)L.rebindTextures(e,I.get(e.texture).__webglTexture,I.get(e.depthTexture).__webglTexture);else if(e.depthBuffer){let t=e.depthTexture;if(o.__boundDepthTexture!==t){if(t!==null&&I.has(t)&&(e.width!==t.image.width||e.height!==t.image.height))throw Error(`THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.`);L.setupDepthRenderbuffer(e)}}let s=e.texture;(s.isData3DTexture||s.isDataArrayTexture||s.isCompressedArrayTexture)&&(a=!0);let c=I.get(e).__webglFramebuffer;e.isWebGLCubeRenderTarget?(r=Array.isArray(c[t])?c[t][n]:c[t],i=!0):r=e.samples>0&&L.useMultisampledRTT(e)===!1?I.get(e).__webglMultisampledFramebuffer:Array.isArray(c)?c[n]:c,ne.copy(e.viewport),re.copy(e.scissor),ie=e.scissorTest}else ne.copy(fe).multiplyScalar(le).floor(),re.copy(pe).multiplyScalar(le).floor(),ie=me;if(n!==0&&(r=O),F.bindFramebuffer(P.FRAMEBUFFER,r)&&F.drawBuffers(e,r),F.viewport(ne),F.scissor(re),F.setScissorTest(ie),i){let r=I.get(e.texture);P.framebufferTexture2D(P.FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_CUBE_MAP_POSITIVE_X+t,r.__webglTexture,n)}else if(a){let r=t;for(let t=0;t<e.textures.length;t++){let i=I.get(e.textures[t]);P.framebufferTextureLayer(P.FRAMEBUFFER,P.COLOR_ATTACHMENT0+t,i.__webglTexture,n,r)}}else if(e!==null&&n!==0){let t=I.get(e.texture);P.framebufferTexture2D(P.FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_2D,t.__webglTexture,n)}N=-1};function yt(e){let t=I.get(e);return(t.__readFormat!==e.format||t.__readType!==e.type)&&(t.__readFormat=e.format,t.__readType=e.type,t.__formatReadable=De.textureFormatReadable(e.format),t.__typeReadable=De.textureTypeReadable(e.type)),t}this.readRenderTargetPixels=function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget)){H(`WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);return}let c=I.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){F.bindFramebuffer(P.FRAMEBUFFER,c);try{let o=e.textures[s],c=o.format,l=o.type;e.textures.length>1&&P.readBuffer(P.COLOR_ATTACHMENT0+s);let u=yt(o);if(u.__formatReadable===!1){H(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.`);return}if(u.__typeReadable===!1){H(`WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.`);return}t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i&&P.readPixels(t,n,r,i,Ue.convert(c),Ue.convert(l),a)}finally{let e=M===null?null:I.get(M).__webglFramebuffer;F.bindFramebuffer(P.FRAMEBUFFER,e)}}},this.readRenderTargetPixelsAsync=async function(e,t,n,r,i,a,o,s=0){if(!(e&&e.isWebGLRenderTarget))throw Error(`THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.`);let c=I.get(e).__webglFramebuffer;if(e.isWebGLCubeRenderTarget&&o!==void 0&&(c=c[o],Array.isArray(c)&&(c=c[0])),c){if(t>=0&&t<=e.width-r&&n>=0&&n<=e.height-i){F.bindFramebuffer(P.FRAMEBUFFER,c);let o=e.textures[s],l=o.format,u=o.type;e.textures.length>1&&P.readBuffer(P.COLOR_ATTACHMENT0+s);let d=yt(o);if(d.__formatReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.`);if(d.__typeReadable===!1)throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.`);let f=P.createBuffer();P.bindBuffer(P.PIXEL_PACK_BUFFER,f),P.bufferData(P.PIXEL_PACK_BUFFER,a.byteLength,P.STREAM_READ),P.readPixels(t,n,r,i,Ue.convert(l),Ue.convert(u),0),P.bindBuffer(P.PIXEL_PACK_BUFFER,null);let p=M===null?null:I.get(M).__webglFramebuffer;F.bindFramebuffer(P.FRAMEBUFFER,p);let m=P.fenceSync(P.SYNC_GPU_COMMANDS_COMPLETE,0);return P.flush(),await Xa(P,m,4),P.bindBuffer(P.PIXEL_PACK_BUFFER,f),P.getBufferSubData(P.PIXEL_PACK_BUFFER,0,a),P.bindBuffer(P.PIXEL_PACK_BUFFER,null),P.deleteBuffer(f),P.deleteSync(m),a}throw Error(`THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.`)}},this.copyFramebufferToTexture=function(e,t=null,n=0){let r=2**-n,i=Math.floor(e.image.width*r),a=Math.floor(e.image.height*r),o=t===null?0:t.x,s=t===null?0:t.y;L.setTexture2D(e,0),P.copyTexSubImage2D(P.TEXTURE_2D,n,0,0,o,s,i,a),F.unbindTexture()},this.copyTextureToTexture=function(e,t,n=null,r=null,i=0,a=0){let o,s,c,l,u,d,f,p,m,h=e.isCompressedTexture?e.mipmaps[a]:e.image;if(n!==null)o=n.max.x-n.min.x,s=n.max.y-n.min.y,c=n.isBox3?n.max.z-n.min.z:1,l=n.min.x,u=n.min.y,d=n.isBox3?n.min.z:0;else{let t=2**-i;o=Math.floor(h.width*t),s=Math.floor(h.height*t),c=e.isDataArrayTexture?h.depth:e.isData3DTexture?Math.floor(h.depth*t):1,l=0,u=0,d=0}r===null?(f=0,p=0,m=0):(f=r.x,p=r.y,m=r.z);let g=Ue.convert(t.format),_=Ue.convert(t.type),v;t.isData3DTexture?(L.setTexture3D(t,0),v=P.TEXTURE_3D):t.isDataArrayTexture||t.isCompressedArrayTexture?(L.setTexture2DArray(t,0),v=P.TEXTURE_2D_ARRAY):(L.setTexture2D(t,0),v=P.TEXTURE_2D),F.activeTexture(P.TEXTURE0),F.pixelStorei(P.UNPACK_FLIP_Y_WEBGL,t.flipY),F.pixelStorei(P.UNPACK_PREMULTIPLY_ALPHA_WEBGL,t.premultiplyAlpha),F.pixelStorei(P.UNPACK_ALIGNMENT,t.unpackAlignment);let y=F.getParameter(P.UNPACK_ROW_LENGTH),b=F.getParameter(P.UNPACK_IMAGE_HEIGHT),x=F.getParameter(P.UNPACK_SKIP_PIXELS),S=F.getParameter(P.UNPACK_SKIP_ROWS),C=F.getParameter(P.UNPACK_SKIP_IMAGES);F.pixelStorei(P.UNPACK_ROW_LENGTH,h.width),F.pixelStorei(P.UNPACK_IMAGE_HEIGHT,h.height),F.pixelStorei(P.UNPACK_SKIP_PIXELS,l),F.pixelStorei(P.UNPACK_SKIP_ROWS,u),F.pixelStorei(P.UNPACK_SKIP_IMAGES,d);let w=e.isDataArrayTexture||e.isData3DTexture,T=t.isDataArrayTexture||t.isData3DTexture;if(e.isDepthTexture){let n=I.get(e),r=I.get(t),h=I.get(n.__renderTarget),g=I.get(r.__renderTarget);F.bindFramebuffer(P.READ_FRAMEBUFFER,h.__webglFramebuffer),F.bindFramebuffer(P.DRAW_FRAMEBUFFER,g.__webglFramebuffer);for(let n=0;n<c;n++)w&&(P.framebufferTextureLayer(P.READ_FRAMEBUFFER,P.COLOR_ATTACHMENT0,I.get(e).__webglTexture,i,d+n),P.framebufferTextureLayer(P.DRAW_FRAMEBUFFER,P.COLOR_ATTACHMENT0,I.get(t).__webglTexture,a,m+n)),P.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,P.DEPTH_BUFFER_BIT,P.NEAREST);F.bindFramebuffer(P.READ_FRAMEBUFFER,null),F.bindFramebuffer(P.DRAW_FRAMEBUFFER,null)}else if(i!==0||e.isRenderTargetTexture||I.has(e)){let n=I.get(e),r=I.get(t);F.bindFramebuffer(P.READ_FRAMEBUFFER,k),F.bindFramebuffer(P.DRAW_FRAMEBUFFER,A);for(let e=0;e<c;e++)w?P.framebufferTextureLayer(P.READ_FRAMEBUFFER,P.COLOR_ATTACHMENT0,n.__webglTexture,i,d+e):P.framebufferTexture2D(P.READ_FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_2D,n.__webglTexture,i),T?P.framebufferTextureLayer(P.DRAW_FRAMEBUFFER,P.COLOR_ATTACHMENT0,r.__webglTexture,a,m+e):P.framebufferTexture2D(P.DRAW_FRAMEBUFFER,P.COLOR_ATTACHMENT0,P.TEXTURE_2D,r.__webglTexture,a),i===0?T?P.copyTexSubImage3D(v,a,f,p,m+e,l,u,o,s):P.copyTexSubImage2D(v,a,f,p,l,u,o,s):P.blitFramebuffer(l,u,l+o,u+s,f,p,f+o,p+s,P.COLOR_BUFFER_BIT,P.NEAREST);F.bindFramebuffer(P.READ_FRAMEBUFFER,null),F.bindFramebuffer(P.DRAW_FRAMEBUFFER,null)}else T?e.isDataTexture||e.isData3DTexture?P.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h.data):t.isCompressedArrayTexture?P.compressedTexSubImage3D(v,a,f,p,m,o,s,c,g,h.data):P.texSubImage3D(v,a,f,p,m,o,s,c,g,_,h):e.isDataTexture?P.texSubImage2D(P.TEXTURE_2D,a,f,p,o,s,g,_,h.data):e.isCompressedTexture?P.compressedTexSubImage2D(P.TEXTURE_2D,a,f,p,h.width,h.height,g,h.data):P.texSubImage2D(P.TEXTURE_2D,a,f,p,o,s,g,_,h);F.pixelStorei(P.UNPACK_ROW_LENGTH,y),F.pixelStorei(P.UNPACK_IMAGE_HEIGHT,b),F.pixelStorei(P.UNPACK_SKIP_PIXELS,x),F.pixelStorei(P.UNPACK_SKIP_ROWS,S),F.pixelStorei(P.UNPACK_SKIP_IMAGES,C),a===0&&t.generateMipmaps===!0&&t.mipmapsAutoUpdate===!0&&P.generateMipmap(v),F.unbindTexture()},this.initRenderTarget=function(e){I.get(e).__webglFramebuffer===void 0&&L.setupRenderTarget(e)},this.initTexture=function(e){e.isCubeTexture?L.setTextureCube(e,0):e.isData3DTexture?L.setTexture3D(e,0):e.isDataArrayTexture||e.isCompressedArrayTexture?L.setTexture2DArray(e,0):L.setTexture2D(e,0),F.unbindTexture()},this.resetState=function(){j=0,ee=0,M=null,F.reset(),We.reset()},typeof __THREE_DEVTOOLS__<`u`&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent(`observe`,{detail:this}))}get coordinateSystem(){return Va}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=q._getDrawingBufferColorSpace(e),t.unpackColorSpace=q._getUnpackColorSpace()}},mh=(e,t)=>t===`y`?[e[0],e[1],e[2]]:[e[1],e[2],e[0]],hh=(e,t)=>t===`y`?[e[0],e[1],e[2]]:[e[2],e[0],e[1]],gh=(e,t)=>({origin:hh(e.origin,t),direction:hh(e.direction,t)});function _h(e){return e===`y`?new Yo:new Yo().set(0,1,0,0,0,0,1,0,1,0,0,0,0,0,0,1)}var vh={joints:{},why:{},notes:[],roles:[],error:null},yh=e=>e.replace(/^l_/,`left `).replace(/^r_/,`right `).replace(/_/g,` `),bh=class{editor;stage;element;tags=y(`div`,{class:`role-tags`,"aria-hidden":`true`});figure=R(null);table=R(vh);given=R({});armed=R(null);asked=0;constructor(e,t){this.editor=e,this.stage=t;let n=y(`div`,{class:`role-rows`,role:`list`}),r=y(`p`,{class:`note`,role:`status`}),i=y(`button`,{type:`button`,class:`button primary`,onclick:()=>void this.dress()},`Dress`);this.element=y(`aside`,{class:`roles-card`,hidden:!0,"aria-label":`Roles`},y(`header`,{},y(`h2`,{},`Which part is which`),b(`close`,`Cancel`,()=>this.close())),r,n,y(`div`,{class:`prompt-buttons`},i)),this.element.addEventListener(`keydown`,e=>{e.key===`Escape`&&(e.stopPropagation(),this.armed.value?this.armed.value=null:this.close())}),B(()=>{let{joints:e,why:t,roles:a,notes:o,error:s}=this.table.value,c=this.armed.value;this.element.hidden=this.figure.value===null,i.disabled=s!==null||!Object.keys(e).length,r.textContent=c?`Click the joint of the ${yh(c)} on the body.`:s??o[0]??`Limits, masses and joint groups of a human body will fit it. Click a line to put it right.`,r.classList.toggle(`wrong`,s!==null&&!c);let l=[...new Set([...Object.keys(e),...a.filter(e=>!e.startsWith(`spine`))])];x(n,...l.map(n=>this.row(n,e[n],t[n],c===n)))}),B(()=>this.takeClick()),B(()=>{let t=this.figure.value;t!==null&&!e.state.figures.value.has(t)&&this.close()})}open(e){this.given.value={},this.armed.value=null,this.table.value=vh,this.figure.value=e,this.editor.state.activate(e),this.ask(),this.follow()}close(){this.figure.value=null,this.armed.value=null,x(this.tags)}row(e,t,n,r){return y(`div`,{class:`role-row-holder`,role:`listitem`},y(`button`,{type:`button`,class:`role-row${r?` armed`:``}`,"data-role":e,onclick:()=>{let n=this.figure.value;this.editor.state.select(t!==void 0&&n!==null?{figure:n,part:t}:null),this.armed.value=r?null:e}},y(`span`,{class:`role-name`},yh(e)),y(`span`,{class:t===void 0?`dim`:``},t??`none`),y(`span`,{class:`dim`},n===void 0?``:`by ${n}`)),t!==void 0&&b(`close`,`${t} is not the ${yh(e)}`,()=>this.give(t,null)))}takeClick(){let{part:e}=this.editor.state.selection.value,[t,n]=[this.armed.value,this.figure.value];t&&e&&e.figure===n&&this.table.value.joints[t]!==e.part&&(this.armed.value=null,this.give(e.part,t))}give(e,t){let n=Object.entries(this.given.value).filter(([n,r])=>n!==e&&(t===null||r!==t));this.given.value={...Object.fromEntries(n),[e]:t},this.ask()}async ask(){let[e,t]=[this.figure.value,++this.asked];if(e===null)return;let n=new URLSearchParams({figure:e}),r=await fetch(`/api/roles?${n}`,{method:`POST`,body:JSON.stringify(this.given.value),headers:{"Content-Type":`application/octet-stream`}}).catch(()=>null);if(t!==this.asked||this.figure.value!==e)return;let i=r?.ok?await r.json():null;this.table.value=i??{...vh,error:`The server does not answer.`}}async dress(){let e=this.figure.value;if(e===null)return;let t={...this.given.value};this.close(),await this.editor.edit({kind:`dress_figure`,figure:e,roles:t})&&this.editor.notices.show(`info`,`${e} is dressed`,`It has limits, masses and joint groups now. Undo takes them away.`)}follow=()=>{let e=this.figure.value;if(e===null)return;let t=this.editor.state.view.value.large,[n,r]=[this.stage.rects[t],this.stage.bodies.get(e)],i=[];for(let[e,a]of Object.entries(this.table.value.joints)){let o=r?.figure.jointIndex(a)??-1;if(!r||!n||o<0||/\d$/.test(e.replace(/^spine/,``)))continue;let s=this.stage.cameras[t].project(n,mh(r.place(o),this.stage.up));if(!s||s.x<0||s.y<0||s.x>n.width||s.y>n.height)continue;let c=y(`span`,{class:`role-tag${e.startsWith(`l_`)?` left`:e.startsWith(`r_`)?` right`:``}${this.armed.value===e?` armed`:``}`},yh(e));c.style.transform=`translate(${Math.round(n.left+s.x)}px, ${Math.round(n.top+s.y)}px)`,i.push(c)}x(this.tags,...i),requestAnimationFrame(this.follow)}},xh=/(#.*$)|(^\s*[^\s:#]+(?:\s*\.\.\s*[^\s:#]+)?\s*:)|((?:^\s*|(?<=:\s*))[a-z_]+\b)|("[^"]*"|'[^']*')|([+-]?\b\d+(?:\.\d+)?(?:[fs]\b)?)/gm,Sh=[`comment`,`time`,`word`,`quote`,`number`],Ch=`# a motion script: frames or seconds, then what happens
0: state
10: walk through 0 0, 0 2
`,wh=class{editor;element;text=y(`textarea`,{class:`script-text`,spellcheck:`false`,"aria-label":`Motion script`,wrap:`off`});shown=y(`pre`,{class:`script-shown`,"aria-hidden":`true`});said=y(`p`,{class:`script-error`,role:`alert`});figure=``;stored=``;constructor(e){this.editor=e;let t=(e,t,n=``)=>y(`button`,{type:`button`,class:`button ${n}`,onclick:t},e),n=y(`h2`,{},`Motion script`);this.element=y(`aside`,{class:`script-card`,hidden:!0,"aria-label":`Motion script`},y(`header`,{},n,b(`close`,`Close`,()=>this.toggle())),y(`div`,{class:`script-paper`},this.shown,this.text),this.said,y(`div`,{class:`prompt-buttons`},t(`Expand`,()=>void this.expand()),t(`Run (Ctrl+Enter)`,()=>void this.run(),`primary`))),this.text.addEventListener(`input`,()=>this.paint(null)),this.text.addEventListener(`scroll`,()=>this.follow()),this.text.addEventListener(`keydown`,e=>{e.stopPropagation(),e.key===`Enter`&&(e.ctrlKey||e.metaKey)&&this.run(),e.key===`Escape`&&this.toggle()}),B(()=>{let e=this.editor.state.active.value?.id??``,t=this.editor.state.figureState(e)?.script??``;n.textContent=e?`Motion script of ${e}`:`Motion script`,(e!==this.figure||t!==this.stored)&&([this.figure,this.stored]=[e,t],this.text.value!==t&&(this.text.value=t||Ch,this.paint(null)))})}toggle(){this.element.hidden=!this.element.hidden,this.element.hidden||this.text.focus()}async run(){let{editor:e}=this,t=await this.check();(t===null||typeof t==`string`)&&(e.state.setView({timeline:!0}),await e.edit({kind:`run_script`,text:this.text.value,figure:this.figure}))}async expand(){let e=await this.check();typeof e==`string`&&(this.text.value=e,this.paint(null))}async check(){let e=await fetch(`/api/script?${new URLSearchParams({figure:this.figure})}`,{method:`POST`,body:this.text.value,headers:{"Content-Type":`application/octet-stream`}}).catch(()=>null);if(!e)return null;let t=await e.json();return this.paint(e.ok?null:t),e.ok?t.text:t}paint(e){let t=this.text.value.split(`
`);x(this.shown,...t.map((t,n)=>y(`div`,{class:e?.line===n+1?`script-line wrong`:`script-line`},...Th(t),t?null:`​`)));let n=e?.line?`line ${e.line}${e.column?`, column ${e.column}`:``}: `:``;this.said.textContent=e?n+e.error:``,e?.line&&this.go(e.line,e.column??1),this.follow()}go(e,t){let n=this.text.value.split(`
`).slice(0,e-1).reduce((e,t)=>e+t.length+1,0)+t-1;this.text.setSelectionRange(n,n)}follow(){[this.shown.scrollTop,this.shown.scrollLeft]=[this.text.scrollTop,this.text.scrollLeft]}};function Th(e){let t=[],n=0,r=e=>{e&&t.push(e)};for(let i of e.matchAll(xh)){r(e.slice(n,i.index));let a=Sh[i.slice(1).findIndex(e=>e!==void 0)]??`word`;t.push(y(`span`,{class:`script-${a}`},i[0])),n=i.index+i[0].length}return r(e.slice(n)),t}var Eh=[`#dd4a48`,`#86d673`,`#5b8def`],Dh={centre:`#c9c5bd`,left:`#7d9ab5`,right:`#c8967e`},Oh=e=>Object.fromEntries(Object.entries(e).map(([e,t])=>[e,new J(t)])),kh={dark:{...Oh({...Dh,grid:`#93a1b3`,accent:`#5cc8ff`,amber:`#ffb340`,red:`#ff5d5d`,held:`#54d6a0`,off:`#8b93a0`,star:`#ffd166`}),gridStrength:.34,shadowStrength:.8,brightness:.86,background:[`#363b45`,`#24272e`]},light:{...Oh({...Dh,grid:`#66717f`,accent:`#0a84d6`,amber:`#e08600`,red:`#d3273e`,held:`#12946a`,off:`#7c8794`,star:`#d99a00`}),gridStrength:.42,shadowStrength:.34,brightness:1.06,background:[`#f4f5f7`,`#d3d8de`]}},Ah=100,jh={step:[`step [m]`,.2,1.2,.62],width:[`width [m]`,0,.4,.1],pace:[`steps a second`,.6,3,1.8],lift:[`lift [m]`,0,.3,.03],sway:[`sway [m]`,0,.1,.02],arms:[`arms`,0,2.5,1],elbows:[`elbows [°]`,0,110,12],lean:[`lean [°]`,-15,30,2],crouch:[`crouch [m]`,0,.3,0]},Mh=class{editor;stage;timeline;name=`walk`;element;places=R([]);gait=R({});open=R(!1);frame=0;constructor(e,t,n){this.editor=e,this.stage=t,this.timeline=n;let r=Object.entries(jh).map(([e,[t,n,r,i]])=>{let a=t=>{this.gait.value={...this.gait.value,[e]:t}},o=ze.make({label:t,lo:n,hi:r,rest:i,unit:``,set:a,move:a});return B(()=>o.show(this.gait.value[e]??i)),o}),i=y(`p`,{class:`note`}),a=y(`button`,{type:`button`,class:`button primary`,onclick:()=>void this.finish()},`Walk`);this.element=y(`aside`,{class:`walk-card`,hidden:!0,"aria-label":`Walk`},y(`header`,{},y(`h2`,{},`Walk through places`),b(`close`,`Cancel`,()=>this.cancel())),i,...r,y(`div`,{class:`prompt-buttons`},y(`button`,{type:`button`,class:`button`,onclick:()=>this.back()},`One back`),a)),this.element.addEventListener(`keydown`,e=>{e.key===`Escape`&&(e.stopPropagation(),this.cancel())}),B(()=>{let e=this.places.value.length;i.textContent=e?`${e} ${e===1?`place`:`places`}; click for more.`:`Click on the ground where it should walk.`,a.disabled=!e}),B(()=>{this.element.hidden=!this.open.value,this.draw();let e=this.command();this.open.value&&e&&this.editor.previews.show(e)})}start(){this.frame=Math.round(this.editor.state.timeline.playhead.value),this.places.value=[],this.open.value=!0}hover(){return null}down(e){if(!this.open.value||e.button!==0||!this.placeUnder(e))return null;let t=this.places.value,n=e=>{let n=this.placeUnder(e);n&&(this.places.value=[...t,n])};return{move:n,up:n,cancel:()=>{this.places.value=t,t.length||this.editor.previews.cancel()},click:n}}command(){let e=this.editor.state.active.value?.id,t=this.places.value.map(([e,,t])=>[e,t]);return e===void 0||!t.length?null:{kind:`walk`,figure:e,frame:this.frame,through:t,gait:{...this.gait.value}}}placeUnder({view:e,x:t,y:n}){let r=this.stage.ray(e,t,n);if(!r)return null;let i=this.stage.onTerrain(r);if(i)return i;let a=((this.editor.state.document.value?.ground.at??0)-r.origin[1])/r.direction[1];return a>0&&a<Ah?or(r.origin,r.direction,a):null}draw(){let e=this.open.value?this.places.value.map(([e,t,n],r)=>({frame:r,place:[e,t+.01,n],key:!0})):[];this.stage.places.show(e,kh[this.editor.state.theme.value].accent),this.stage.request()}back(){this.places.value=this.places.value.slice(0,-1),this.places.value.length||this.editor.previews.cancel()}cancel(){this.open.value=!1,this.editor.previews.cancel()}async finish(){let e=this.command();this.open.value=!1,e&&(this.editor.previews.done(),this.editor.receiver.posedAt=null,this.editor.state.setView({timeline:!0}),await this.editor.edit(e)&&this.timeline.fitAll())}},Nh=e=>`manikin view of ${e}`;function Ph(e,t){try{sessionStorage.setItem(Nh(e),JSON.stringify(t))}catch{}}function Fh(e,t){try{let t=JSON.parse(sessionStorage.getItem(Nh(e))??`null`);if(typeof t==`object`&&t)return f({...t})}catch{}return f(t)}function Ih(e,t){if(Object.is(e,t))return!0;if(typeof e!=`object`||typeof t!=`object`||e===null||t===null)return!1;if(Array.isArray(e))return Array.isArray(t)&&e.length===t.length&&e.every((e,n)=>Ih(e,t[n]));if(Array.isArray(t))return!1;let[n,r]=[Object.entries(e),new Map(Object.entries(t))];return n.length===r.size&&n.every(([e,t])=>r.has(e)&&Ih(t,r.get(e)))}var Lh={part:null,lock:null},Rh=(e,t)=>e===t||e!==null&&t!==null&&e.figure===t.figure&&e.part===t.part,zh=(e,t)=>e.lock===t.lock&&Rh(e.part,t.part),Bh=({figure:e,part:t})=>`${e}\n${t}`,Vh=1.25,Hh=.002,Uh=class{share=new Float32Array;culprit=new Int16Array;bends=new Float32Array;plainBends=new Float32Array;calm=Hh;keyed=!1;update(e,t){let{count:n}=e,r=n!==this.share.length;r&&(this.keyed=!1,this.share=new Float32Array(n).fill(NaN),this.culprit=new Int16Array(n).fill(-1),[this.bends,this.plainBends]=[new Float32Array(n),new Float32Array(n)]);for(let[i,a]of r?[[0,n]]:t){for(let t=i;t<a;t++)this.look(e,t);for(let t=Math.max(i-1,1);t<Math.min(a+1,n-1);t++)this.bend(e,t)}this.calm=Hh;for(let e of this.plainBends)e>this.calm&&(this.calm=e)}pop(e){let[t,n]=[this.bends[e]??0,this.plainBends[e]??0];return this.keyed&&t>1.02*n?t/this.calm:0}pops(e){return this.pop(e)>Vh}level(e){let t=this.share[e]??NaN;return Number.isNaN(t)?null:t<=1?0:t<=10?1:2}look(e,t){if(this.share[t]=NaN,this.culprit[t]=-1,e.has(t))for(let n=0;n<e.locks.length;n++){if(e.soft[n])continue;let r=e.error(t,n);if(!r)continue;let{share:i}=tn(r);(this.culprit[t]<0||i>this.share[t])&&([this.share[t],this.culprit[t]]=[i,n])}}bend(e,t){if(this.bends[t]=0,this.plainBends[t]=0,!e.has(t-1)||!e.has(t)||!e.has(t+1))return;let{rows:n,width:r,joints:i,parameters:a}=e,o=t*r+12*i;for(let e=0;e<2*a;e++){let i=Math.abs(n[o-r+e]-2*n[o+e]+n[o+r+e]);e>=a&&n[o+e]!==n[o-r+e]&&(this.keyed=!0);let s=e<a?this.bends:this.plainBends;i>s[t]&&(s[t]=i)}}},Wh=[0,0,0],Gh=class{first=0;count=0;joints=0;parameters=0;provisional=!1;complete=!1;since=0;revision=-1;locks=[];soft=[];rows=new Float32Array;errors=new Float32Array;audit=new Uh;stamps=new Uint32Array;waitsForLong(){return this.provisional&&performance.now()-this.since>150}get width(){return 12*this.joints+2*this.parameters}row(e){return Math.min(Math.max(e-this.first,0),this.count-1)}has(e){return(this.stamps[e]??0)>0}transforms(e){return this.rows.subarray(e*this.width,e*this.width+12*this.joints)}error(e,t){let n=2*(e*this.locks.length+t),[r=NaN,i=NaN]=[this.errors[n],this.errors[n+1]];return Number.isNaN(r)?null:[r,i]}pose(e){let[t,n]=[this.row(Math.floor(e)),this.row(Math.ceil(e))];if(!this.count||!this.has(t)||!this.has(n))return null;let r=this.rows.subarray(t*this.width,(t+1)*this.width),i=t===n?0:e-Math.floor(e),a=i?this.blend(t,n,i):r,o=12*this.joints,s=a.subarray(o,o+this.parameters);return{transforms:a.subarray(0,o),parameters:s,centreOfMass:Wh,balance:null}}value(e,t,n=!1){return this.rows[e*this.width+12*this.joints+(n?this.parameters:0)+t]??NaN}place(e,t){return nr(this.rows,e*this.width+12*t+3,4)}take(e,t){let n=e.joints===this.joints&&e.parameters===this.parameters,r=e.locks.length===this.locks.length&&e.locks.every((t,n)=>t===this.locks[n]&&e.soft[n]===this.soft[n]),i=e.first!==this.first||e.count!==this.count;(!n||!r||i)&&this.resize(e,n,r);for(let{first:n,count:r,rows:i,errors:a}of e.islands){let e=n-this.first;if(e<0||e+r>this.count)throw Error(`a clip packet with frames outside its clip`);this.rows.set(i,e*this.width),this.errors.set(a,2*e*this.locks.length),this.stamps.fill(t,e,e+r)}this.audit.update(this,n&&r&&!i?e.islands.map(({first:e,count:t})=>[e-this.first,e-this.first+t]):[[0,this.count]]),e.provisional&&!this.provisional&&(this.since=performance.now()),this.provisional=e.provisional,this.complete=e.complete,e.complete&&(this.revision=e.revision)}blend(e,t,n){let[r,i]=[e*this.width,t*this.width];return Float32Array.from({length:this.width},(e,t)=>this.rows[r+t]+n*(this.rows[i+t]-this.rows[r+t]))}resize(e,t,n){let r={first:this.first,count:this.count,rows:this.rows,errors:this.errors,stamps:this.stamps};this.first=e.first,this.count=e.count,this.joints=e.joints,this.parameters=e.parameters,this.locks=e.locks,this.soft=e.soft;let i=2*this.locks.length;if(this.rows=new Float32Array(this.count*this.width),this.errors=new Float32Array(this.count*i).fill(NaN),this.stamps=new Uint32Array(this.count),!t)return;let a=Math.max(r.first,this.first),o=Math.min(r.first+r.count,this.first+this.count);if(o<=a)return;let[s,c]=[a-r.first,a-this.first];this.rows.set(r.rows.subarray(s*this.width,(s+o-a)*this.width),c*this.width),this.stamps.set(r.stamps.subarray(s,s+o-a),c),n&&this.errors.set(r.errors.subarray(s*i,(s+o-a)*i),c*i)}},Kh=class{byFigure=new Map;stamp=0;get(e){return this.byFigure.get(e)}take(e){let t=this.byFigure.get(e.figure)??new Gh;t.take(e,++this.stamp),this.byFigure.set(e.figure,t)}keep(e){for(let t of this.byFigure.keys())e.has(t)||this.byFigure.delete(t)}},qh={rate:30,marks:[],unkeyed:null},Jh=new Map,Yh=19e3,Xh=-1e3,Zh=class{frames=new Kh;news=R(0);playhead=R(0);playing=R(!1);scrubbing=R(!1);dropped=R(0);loop=R(null,Ih);keys=R(L);ripple=R(!1);path=R(!1);onion=R(0);onionStep=R(0);curves=R(!1);tracks=R(null);smoothing=R(null);keysLast=R(!1);clips;data;moves=z(()=>this.clips.value.size>0);extent;range;constructor(e){this.clips=z(()=>e.value?.clips??Jh),this.data=z(()=>e.value?.timeline??qh,Ih),this.extent=z(()=>{let e=[...this.clips.value.values()].filter(e=>e.frames.length);return e.length?[Math.floor(Math.min(...e.map(e=>e.first))),Math.ceil(Math.max(...e.map(e=>e.last)))]:[0,0]},Ih),this.range=z(()=>this.loop.value??this.extent.value,Ih)}go(e,t=!0){t&&(this.playing.value=!1),this.playhead.value=Math.min(Math.max(e,Xh),Yh)+0}choose(e){this.keys.value=e,this.keysLast.value=ke(e)>0}pick(e,t,n){let r=new Map([[e,new Set([t])]]),i=this.keys.value.get(e);if(n===`toggle`)this.choose(Me(this.keys.value,r,!0));else if(n===`range`&&i?.size){let[n,r]=[Math.min(...i,t),Math.max(...i,t)],a=this.clips.value.get(e)?.frames.filter(e=>e>=n&&e<=r);this.choose(Me(this.keys.value,new Map([[e,new Set(a)]])))}else this.choose(r)}tidy(){let e=this.clips.value,t=[...this.keys.value].map(([t,n])=>[t,new Set([...n].filter(n=>e.get(t)?.has(n)))]),n=new Map(t.filter(([,e])=>e.size));ke(n)!==ke(this.keys.value)&&(this.keys.value=n),this.frames.keep(new Set(e.keys()))}},Qh=new Map,$h=class{connection=R(`connecting`);unsaved=R(0);file=R(``);slow=R(!1);catalogue=R(gr);figures=R(new Map);document=R(null);history=R(hr,Ih);live=R(null);conflict=R(null);clipConflicts=R([],Ih);solving=R(null);selection=R(Lh,zh);beside=R([],Ih);chosen=z(()=>[...this.beside.value,...this.selection.value.part?[this.selection.value.part]:[]],Ih);hover=R(Lh,zh);tool=R(`pull`);drag=R(null);view=R(d,Ih);status=R(``);xray=R(!1);readout=R(``);timeline=new Zh(this.document);settings=z(()=>this.document.value?.settings??null,Ih);hiddenKeys=z(()=>[...this.document.value?.figures??[]].flatMap(([e,{hidden_parts:t}])=>t.map(t=>Bh({figure:e,part:t}))),Ih);hidden=z(()=>new Set(this.hiddenKeys.value));locks=z(()=>this.document.value?.locks??[],Ih);dragging=z(()=>this.drag.value!==null);theme=z(()=>this.view.value.theme);panel=z(()=>this.view.value.panel);large=z(()=>this.view.value.large);full=z(()=>this.view.value.full);readings=z(()=>this.live.value?.locks??Qh);active=z(()=>{let e=this.figures.value;return e.get(this.lastFigure.value??``)??e.values().next().value??null});several=z(()=>this.figures.value.size>1);lastFigure=R(null);select(e,t=null){Rt(()=>{this.selection.value={part:e,lock:t},this.beside.value=[],this.timeline.keysLast.value=!1,e&&(this.lastFigure.value=e.figure)})}toggle(e){let t=zt(()=>this.chosen.value),n=t.filter(t=>!Rh(t,e));n.length<t.length?this.choose(n):this.choose([...t,e])}choose(e){Rt(()=>{this.select(e.at(-1)??null),this.beside.value=e.slice(0,-1)})}chosenOf(e){return this.chosen.value.filter(t=>t.figure===e).map(({part:e})=>e)}activate(e){Rt(()=>{this.lastFigure.value=e;let{part:t}=zt(()=>this.selection.value);t&&t.figure!==e&&(this.selection.value=Lh)})}setView(e){this.view.value={...zt(()=>this.view.value),...e}}isHidden(e){return this.hidden.value.has(Bh(e))}figureOf(e){return e?this.figures.value.get(e.figure):void 0}label(e){let t=this.figureOf(e),n=t?.joint(e.part)?.label??e.part;return this.several.value?t?.isProp?e.figure:`${e.figure}: ${n}`:n}lockLabel(e){return this.several.value?`${mr(e).join(` + `)}: ${e.name}`:e.name}figureState(e){return this.document.value?.figures.get(e)}chainOf(e,t=this.settings.value?.drag_mode??null){if(t!==`joint`)return{mode:t,base:null};let[n,r]=[this.figures.value.get(e),this.settings.value?.drag_base??``];return{mode:t,base:n?.joint(r)?r:n?.root?.name??null}}moment(){return zt(()=>this.timeline.moves.value)?{frame:zt(()=>this.timeline.playhead.value),key:zt(()=>this.view.value.record)}:{}}get playing(){return this.timeline.playing.value}lock(e){return e===null?void 0:this.locks.value.find(t=>t.id===e)}get selectedLock(){return this.lock(this.selection.value.lock)}values(e){return this.live.value?.poses.get(e)?.parameters??this.figureState(e)?.q??[]}stiffness(e,t){return this.figureState(e)?.stiffness[t]}},eg={info:4,warning:9,error:15},tg=3,ng=4e3,rg=class{since=new WeakMap;element=y(`div`,{class:`notices`,role:`status`,"aria-live":`polite`,"aria-label":`Notices`});show(e,t,n=``,r){let i=/^[a-z]+\s/.test(t)?t.charAt(0).toUpperCase()+t.slice(1):t;[...this.element.children].find(e=>e.querySelector(`.notice-message`)?.textContent===i)?.remove();let a=[...this.element.querySelectorAll(`.notice:not(.busy)`)];for(let e of a.slice(0,Math.max(0,a.length+1-tg)))e.remove();let o=y(`div`,{class:`notice ${e}`,role:e===`error`?`alert`:null},_(e===`info`?`info`:`warning`),y(`div`,{class:`notice-text`},y(`div`,{class:`notice-message`},i),n&&y(`div`,{class:`notice-remedy`},n)),r&&y(`button`,{type:`button`,class:`button`,onclick:()=>{o.remove(),r.run()}},r.label),b(`close`,`Dismiss`,()=>o.remove()));this.element.append(o),this.since.set(o,Date.now());let s=setTimeout(()=>o.matches(`:hover`)||o.remove(),1e3*eg[e]);o.addEventListener(`pointerleave`,()=>setTimeout(()=>o.remove(),2e3)),o.addEventListener(`pointerenter`,()=>clearTimeout(s))}workGoesOn(){let e=Date.now();for(let t of this.element.querySelectorAll(`.notice.error:not(:hover)`))e-(this.since.get(t)??e)>=ng&&t.remove()}progress(e){let t=y(`div`,{class:`notice-message`},e),n=y(`progress`,{max:1,value:0,"aria-label":e}),r=y(`div`,{class:`notice info busy`},_(`info`),y(`div`,{class:`notice-text`},t,n));return this.element.append(r),{set:(r,i=e)=>{t.textContent=i,r<1?n.value=r:n.removeAttribute(`value`)},end:()=>r.remove()}}dismiss(){let e=[...this.element.querySelectorAll(`.notice:not(.busy)`)].pop();return e?.remove(),e!==void 0}},ig=class{link;state;refused;frozen;moved=!1;abandoned=null;constructor(e,t,n,r){this.link=e,this.state=t,this.refused=n,this.frozen=r}get current(){return this.state.drag.value?.grip??null}begin(e){this.current&&this.cancel(),this.state.timeline.playing.value=!1;let{drag:t}=this.state;if(e.figure&&this.state.figureState(e.figure)?.frozen){this.frozen(e.figure);return}this.moved=!1,t.value={grip:e,chain:[]};let n=()=>this.current===e;this.link.request(`drag_begin`,{...e,...this.state.moment()}).then(({figure:r,chain:i})=>{n()?t.value={grip:e,chain:i.map(e=>({figure:r,part:e}))}:this.abandoned===e&&!this.current&&this.link.tell(`drag_cancel`)},e=>{n()&&this.forget(),this.refused(e)})}move(e){this.current&&(this.moved=!0,this.link.move(e))}async end(){this.current&&(this.moved?(this.link.flushMove(),this.forget(),await this.link.request(`drag_end`).catch(this.refused)):this.cancel())}cancel(){this.current&&(this.forget(),this.link.tell(`drag_cancel`))}lost(){this.current&&(this.abandoned=this.current,this.forget())}forget(){this.link.dropMoves(),this.state.drag.value=null}},ag={edit:`ack`,undo:`ack`,redo:`ack`,solve:`ack`,drag_begin:`drag_started`,drag_end:`ack`,copy_keys:`keys_copied`},og=(e,t)=>t.op===ag[e],sg=class extends Error{remedy;constructor(e,t){super(e),this.remedy=t}},cg=400,lg=3e3,ug=class{open;events;client=dg();lastRevision=null;socket=null;nextId=1;greeted=!1;waiting=new Map;attempts=0;timer;closed=!1;seq=0;flying=0;flyingSince=0;latest=null;constructor(e,t){this.open=e,this.events=t}connect(){this.attempts===0&&this.events.connection(`connecting`);let e=this.open({opened:()=>{this.attempts=0,e.send(JSON.stringify({op:`hello`,id:0,client:this.client,last_revision:this.lastRevision}))},closed:()=>this.lost(e),received:e=>this.receive(e)});this.socket=e}request(e,...[t]){let n=this.nextId++,r=JSON.stringify({op:e,id:n,...t}),i=new Promise((t,i)=>{this.waiting.set(n,{text:r,settle:n=>{og(e,n)?t(n):n.op===`refusal`?i(new sg(n.message,n.remedy??``)):i(Error(`the server answered ${e} with ${n.op}`))}})});return this.events.unacknowledged(this.waiting.size),this.send(r),i}tell(e,...[t]){this.send(JSON.stringify({op:e,id:this.nextId++,...t}))}move(e){this.latest=e,this.pump()}dropMoves(){this.latest=null,this.flying=0}flushMove(){this.flying=0,this.pump()}answered(e){e&&e>=this.flying&&(this.flying=0),this.pump()}get unacknowledged(){return this.waiting.size}close(){this.closed=!0,clearTimeout(this.timer),this.socket?.close()}get isUp(){return this.greeted&&(this.socket?.isOpen??!1)}send(e){this.isUp&&this.socket?.send(e)}pump(){let e=performance.now()-this.flyingSince>cg;this.latest&&(!this.flying||e)&&this.isUp&&(this.flying=++this.seq,this.flyingSince=performance.now(),this.send(JSON.stringify({op:`drag_move`,id:this.nextId++,seq:this.seq,...this.latest})),this.latest=null)}receive(e){if(typeof e!=`string`){this.events.packet(e);return}let t=JSON.parse(e);`revision`in t&&(this.lastRevision=t.revision);let n=`id`in t?this.waiting.get(t.id):void 0;t.op===`welcome`?this.greet(t):n&&`id`in t?(this.waiting.delete(t.id),this.events.unacknowledged(this.waiting.size),n.settle(t)):this.events.message(t)}greet(e){this.greeted=!0,this.events.message(e);for(let{text:e}of this.waiting.values())this.send(e);this.events.connection(`open`),this.flying=0}lost(e){if(e!==this.socket||this.closed)return;this.greeted=!1,this.events.connection(`lost`);let t=Math.min(150*1.7**this.attempts++,lg);this.timer=setTimeout(()=>this.connect(),t)}};function dg(){return[...crypto.getRandomValues(new Uint8Array(12))].map(e=>e.toString(16).padStart(2,`0`)).join(``)}var fg=1e3,pg=class{link;seq=0;flying=0;since=0;waiting=null;active=!1;constructor(e){this.link=e}show(e){this.active=!0,this.waiting=e,this.pump()}answered(e){e&&e>=this.flying&&(this.flying=0),this.pump()}done(){this.waiting=null,this.flying=0,this.active=!1}cancel(){this.active&&this.link.tell(`preview`,{seq:++this.seq,command:null}),this.done()}pump(){!this.waiting||this.flying&&performance.now()-this.since<fg||(this.flying=++this.seq,this.since=performance.now(),this.link.tell(`preview`,{seq:this.seq,command:this.waiting}),this.waiting=null)}};function mg(e,t,n){let{timeline:r}=e,i=r.clips.value;if(!i.size)return t;let a=r.playhead.value,o=t.frame===a,s=new Map(t.poses),c=new Map(t.locks);for(let l of i.keys()){let i=r.frames.get(l),u=(i?.revision??-1)<t.revision&&n===a,d=r.data.value.unkeyed===a;if(o||d||u)continue;let f=i?.pose(a);i&&f&&(s.set(l,f),hg(e,i,a,f,c))}return{...t,dragging:t.dragging&&(t.frame===null||o),poses:s,locks:c}}function hg(e,t,n,r,i){let a=t.row(Math.round(n));t.locks.forEach((n,o)=>{let s=e.lock(n),c=s?e.figures.value.get(s.figure)?.jointIndex(s.part)??-1:-1;if(c<0)return;let l=t.error(a,o),{error:u,unit:d,share:f}=tn(l??[0,0]),p=l===null?`off`:f<=1?`held`:`violated`;i.set(n,{error:u,unit:d,state:p,anchor:nr(r.transforms,12*c+3,4)})})}var gg=12;function _g(e){let[t,n,r]=[new Uint32Array(e),new Int32Array(e),new Float32Array(e)];if(t.length<gg||t[0]!==3)throw Error(`not a clip packet`);let[,i=0,a=0,o=0,,s=0,c=0,l=0,u=0,d=0,f=0]=t,p=gg,m=e=>{let t=p;if(p+=e,p>r.length)throw Error(`a clip packet of the wrong length`);return t},h=m(f/4),g=new TextDecoder().decode(new Uint8Array(e,4*h,f)).trimEnd(),_=[...n.subarray(m(u),p)],v=[];for(let e=0;e<d;e++){let e=m(2),[i,a]=[n[e]??0,t[e+1]??0],o=r.subarray(m(a*(12*c+2*l)),p),s=r.subarray(m(2*a*u),p);v.push({first:i,count:a,rows:o,errors:s})}if(p!==r.length)throw Error(`a clip packet of the wrong length`);let[y,b]=[!!(o&1),!!(o&2)];return{figure:g,revision:i,answers:a,complete:y,provisional:b,first:n[4]??0,count:s,joints:c,parameters:l,locks:_.map(Math.abs),soft:_.map(e=>e<0),islands:v}}var vg=2,yg=14,bg=8,xg=8,Sg=[`held`,`violated`,`off`];function Cg(e){let[t,n]=[new Uint32Array(e),new Float32Array(e)];if(t.length<yg||t[0]!==vg)throw Error(`not a pose packet`);let[,r=0,i=0,a=0,o=0,s=0]=t,c=yg,l=e=>{let t=c;if(c+=e,c>n.length)throw Error(`a pose packet of the wrong length`);return t},u=[];for(let e=0;e<a;e++){let e=l(bg),[r=0,i=0,a=0]=t.subarray(e),o=n[e+7]??NaN,[s,d]=[l(12*i),l(a)];u.push({place:r,transforms:n.subarray(s,d),parameters:n.subarray(d,c),centreOfMass:nr(n,e+4),balance:Number.isNaN(o)?null:o})}let d=new Map;for(let e=0;e<o;e++){let e=l(xg),[r=0,i=0,a]=t.subarray(e);d.set(r,{error:n[e+3]??0,unit:a===1?`rad`:`m`,state:Sg[i]??`held`,anchor:nr(n,e+4)})}if(c!==n.length)throw Error(`a pose packet of the wrong length`);let f=n[7]??NaN;return{seq:r,revision:i,milliseconds:n[6]??0,poses:u,locks:d,goal:nr(n,8),effector:nr(n,11),dragging:!!(s&1),conflict:!!(s&2),chasing:!!(s&4),moving:!!(s&8),frame:Number.isNaN(f)?null:f}}var wg=class{id;data;joints;parameters;constructor(e,t){this.id=e,this.data=t,this.joints=new Map(t.joints.map((e,t)=>[e.name,t])),this.parameters=new Map(t.parameters.map((e,t)=>[e.name,t]))}jointIndex(e){return this.joints.get(e)??-1}parameterIndex(e){return this.parameters.get(e)??-1}joint(e){return this.data.joints[this.jointIndex(e)]}ref(e){return{figure:this.id,part:e}}get isProp(){return this.data.joints.length===1}get root(){return this.data.joints[0]}parametersOf(e){return this.data.parameters.filter(t=>t.joint===e)}nameOf({joint:e,label:t,mirror:n}){let r=n===null?`centre`:this.joint(e)?.side??`centre`;return r===`centre`?t:`${r} ${t}`}above(e){let t=[];for(let n=this.joint(e);n;n=this.joint(n.parent??``))t.unshift(n);return t}jointsAtLimits(e){let t=new Set;return this.data.parameters.forEach(({lo:n,hi:r,joint:i},a)=>{let o=e[a]??0,s=1e-4*Math.max(1,Math.abs(o));n!==null&&r!==null&&r-n>10*s&&(o<=n+s||o>=r-s)&&t.add(i)}),[...t]}},Tg=class{head=null;settings=null;drawn=new Map;actors=new Map;locks=new Map;clips=new Map;timeline=null;shelves=[];update({head:e,settings:t,timeline:n,shelves:r,figures:i,actors:a,locks:o,clips:s}){this.head=e??this.head,this.settings=t??this.settings,this.timeline=n??this.timeline,this.shelves=r??this.shelves,Eg(this.drawn,i,e=>e),Eg(this.actors,a,e=>e),Eg(this.locks,o,Dg),Eg(this.clips,s,e=>new I(e))}scene(e){let{head:t,settings:n,timeline:r}=this;if(!t||!n||!r)return null;let i=t.actors.flatMap(e=>{let t=this.actors.get(e);return t?[[e,t]]:[]}),a=t.locks.flatMap(e=>this.locks.get(String(e))??[]),o=t.actors.flatMap(e=>{let t=this.clips.get(e);return t?[[e,t]]:[]}),{shelves:s}=this,{ground:c,terrain:l}=t;return{name:t.name,revision:e,figures:new Map(i),locks:a,settings:n,timeline:r,clips:new Map(o),shelves:s,ground:c,terrain:l}}figures(e,t){let n=new Map;for(let r of this.head?.actors??[]){let i=this.drawn.get(this.actors.get(r)?.figure??``),a=e.get(r);i&&n.set(r,a&&(a.data===i||t(a.data,i))?a:new wg(r,i))}return n}};function Eg(e,t,n){for(let[r,i]of Object.entries(t))i===null?e.delete(r):e.set(r,n(i))}function Dg({mark:{figure:e,part:t,...n},...r}){return{...r,mark:{...n,on:e!==null&&t!==null?{figure:e,part:t}:null}}}var Og=250,kg=class{state;said;onPose=()=>this.showNewest();parts=new Tg;newest=null;raw=null;posedAt=null;onFrames=()=>this.showNewest();due=!1;toldAt=-1/0;begun=!1;constructor(e,t){this.state=e,this.said=t;let{timeline:n}=e;B(()=>{n.playhead.value,n.news.value,n.clips.value,zt(()=>{(this.raw||this.newest)&&(this.due=!0,this.onFrames())})})}get behind(){return this.newest!==null||this.due}frames(e){let{timeline:t}=this.state,n=_g(e),r=this.state.figures.value.get(n.figure);if(r&&r.data.joints.length===n.joints&&r.data.parameters.length===n.parameters&&t.clips.value.has(n.figure)){t.frames.take(n);let e=performance.now();(n.complete||this.areSeen(n)||e-this.toldAt>Og)&&(this.toldAt=e,t.news.value++)}return n.complete?n.answers:0}areSeen({first:e,count:t,islands:n}){let r=Math.min(Math.max(this.state.timeline.playhead.value,e),e+t-1);return n.some(e=>r>e.first-1&&r<e.first+e.count)}packet(e){let t=Cg(e);return t.revision===this.state.document.value?.revision&&(this.newest=this.liveFrom(t),t.frame!==null&&(this.posedAt=t.frame),this.onPose(this.newest)),t.seq}showNewest(){if(!this.newest&&!this.due)return;let e=this.newest??this.raw;this.newest=null,this.due=!1,this.raw=e,e&&(this.state.live.value=mg(this.state,e,this.posedAt))}message(e){Rt(()=>this.take(e))}take(e){let{state:t}=this;switch(e.op){case`welcome`:this.welcome(e);break;case`document_changed`:jg(e.history)>jg(t.history.value)&&e.history.undo&&(t.status.value=e.history.undo),t.history.value=e.history,this.setDocument(e.document,e.revision);break;case`conflict_changed`:t.conflict.value=e.sentence?e:null;break;case`clip_conflicts`:t.clipConflicts.value=e.conflicts;break;case`progress`:t.solving.value&&(t.solving.value=e);break;case`smoothing`:t.timeline.smoothing.value=e.share<1?e.share:null;break;case`notice`:this.said.notice(e.level,e.message,e.remedy??``);break;case`refusal`:this.said.notice(`error`,e.message,e.remedy??``);break;case`ack`:case`drag_started`:case`pong`:case`keys_copied`:break;default:Mg(e)}}welcome(e){let{file:t}=this.state;if(t.value&&t.value!==e.file){this.said.elsewhere();return}t.value=e.file;let{state:n}=this;n.catalogue.value={version:e.version,solvers:e.solvers,figures:e.shipped,lockKinds:e.lock_kinds},n.timeline.smoothing.value=null,n.clipConflicts.value=[],this.begun||(n.view.value=Fh(e.file,e.view)),this.begun=!0,n.history.value=e.history,this.parts=new Tg,this.setDocument(e.document,e.revision)}setDocument(e,t){let{state:n}=this;this.parts.update(e),n.document.value=this.parts.scene(t),this.setFigures(),n.timeline.tidy();let{part:r,lock:i}=n.selection.value;i!==null&&!n.lock(i)&&n.select(r)}setFigures(){let{state:e}=this,t=e.figures.value,n=this.parts.figures(t,Ih),r=[...n.keys()],i=e=>n.get(e)===t.get(e);if(n.size===t.size&&r.every(i)&&Ih(r,[...t.keys()]))return;let a=this.newest??this.raw,o=[...a?.poses??[]].filter(([e])=>n.has(e)&&i(e));e.figures.value=n,this.newest=null,this.raw=e.live.value=a&&o.length?{...a,poses:new Map(o)}:null,e.hover.value=Lh;let{part:s}=e.selection.value;s&&!n.get(s.figure)?.joint(s.part)&&e.select(null)}liveFrom({seq:e,poses:t,...n}){let r=[...this.state.figures.value.values()],i=new Map((this.newest??this.raw)?.poses);for(let{place:e,...n}of t){let t=r[e];t&&n.transforms.length===12*t.data.joints.length&&i.set(t.id,n)}return{...n,poses:i}}},Ag=e=>new DataView(e).getUint32(0,!0)===3,jg=({older:e,place:t})=>e+t;function Mg(e){console.warn(`a message that this page does not know`,e)}var Ng=3e3,Pg=1e3,Fg=400,Ig=new Set([`set_pose`,`set_parameters`,`reset`,`mirror`,`store_pose`,`apply_pose`,`roll_foot`,`set_hand`,`add_lock`,`change_lock`,`move_lock`]),Lg=class{state=new $h;notices=new rg;link;drags;previews;receiver;patience;stored=null;constructor(e){let{state:t}=this;this.receiver=new kg(t,{notice:(e,t,n)=>this.notices.show(e,t,n),elsewhere:()=>location.reload()}),this.link=new ug(e,{message:e=>{this.receiver.message(e),e.op===`welcome`&&(this.stored??=t.view.value)},packet:e=>{Ag(e)?this.previews.answered(this.receiver.frames(e)):this.link.answered(this.receiver.packet(e))},connection:e=>this.connected(e),unacknowledged:e=>this.waiting(e)}),this.previews=new pg(this.link),this.drags=new ig(this.link,t,e=>this.refused(e),e=>this.tellFrozen(e)),this.keepView(),B(()=>{t.document.value&&this.notices.workGoesOn()})}edit(e){return this.acknowledged(this.link.request(`edit`,{command:this.atFrame(e)}))}editAsIs(e){return this.acknowledged(this.link.request(`edit`,{command:e}))}ask(e){return this.acknowledged(e===`solve`?this.link.request(e,this.state.moment()):this.link.request(e))}atFrame(e){let{frame:t,key:n}=this.state.moment();return t===void 0||!Ig.has(e.kind)?e:(this.receiver.posedAt=t,{kind:`at_frame`,frame:t,edit:e,...n===!1&&{key:n}})}async acknowledged(e){try{let{revision:t,made:n}=await e;return await this.told(t),n}catch(e){return this.refused(e),null}}undo(){this.step(`undo`,`Undid`)}redo(){this.step(`redo`,`Redid`)}async goTo(e){let t=e-this.state.history.value.place;for(let e=0;e<Math.abs(t);e++)if(!await this.ask(t<0?`undo`:`redo`))return}async solve(){let{solving:e,status:t}=this.state;e.value?this.link.tell(`solve_cancel`):(e.value={op:`progress`,iterations:0,error:0},await this.ask(`solve`)&&(t.value=`Solved`),e.value=null)}stop(){this.state.slow.value&&this.link.tell(`edit_cancel`)}waiting(e){let{unsaved:t,slow:n}=this.state;clearTimeout(this.patience),t.value=e,n.value=!1,e&&(this.patience=setTimeout(()=>{n.value=!0},Pg))}refused(e){if(e instanceof sg)this.notices.show(`error`,e.message,e.remedy);else throw e}tellFrozen(e){this.notices.show(`info`,`“${e}” is frozen, so it does not move`,``,{label:`Unfreeze`,run:()=>void this.edit(ct(e,{frozen:!1}))})}step(e,t){let n=this.state.history.value[e];n!==null&&(this.receiver.posedAt=null,this.state.status.value=`${t}: ${n}`,this.ask(e))}async told(e){let{document:t}=this.state;await this.until(()=>(t.value?.revision??e)>=e)}async until(e,t=Ng){if(e())return;let[n,r]=[()=>{},void 0];await new Promise(i=>{r=setTimeout(i,t),n=B(()=>{e()&&i()})}),clearTimeout(r),n()}connected(e){let t=this.state.connection.value;this.state.connection.value=e,e===`lost`&&t!==`lost`&&this.drags.lost()}keepView(){let e;B(()=>{let t=this.state.view.value;clearTimeout(e),e=setTimeout(()=>{t!==this.stored&&this.state.connection.value===`open`&&(this.stored=t,Ph(this.state.file.value,t),this.link.tell(`view`,{view:{...t}}))},Fg)})}};function Rg({editor:e,stage:t,panes:n,pointer:r,actions:i,timeline:a}){let{state:o,receiver:s}=e,c=()=>o.active.value,l=e=>e===null?null:c()?.ref(e)??null,u=()=>{let e=o.live.value,t=e?.poses.get(c()?.id??``),n=o.locks.value.map(({id:t})=>e?.locks.get(t));return e&&t&&{...e,...t,locks:n}};return{editor:e,state:{get connection(){return o.connection.value},get figure(){return c()?.data??null},get figures(){return[...o.figures.value.keys()]},get active(){return c()?.id??null},activate:e=>o.activate(e),figureState:e=>o.figureState(e)??null,get document(){let e=o.document.value;if(!e)return null;let{figures:t,...n}=e;return{...t.get(c()?.id??``),...n}},get revision(){return o.document.value?.revision??0},get history(){return o.history.value},get pose(){return u()},get clipConflicts(){return o.clipConflicts.value},get conflict(){return o.conflict.value},get solving(){return o.solving.value},get view(){return o.view.value},get tool(){return o.tool.value},get selected(){return o.selection.value.part?.part??null},get selectedLock(){return o.selection.value.lock},get hovered(){return o.hover.value.part?.part??null},get hoveredLock(){return o.hover.value.lock},get dragging(){return o.dragging.value},get chain(){return o.drag.value?.chain.map(({part:e})=>e)??[]},jointIndex:e=>c()?.jointIndex(e)??-1,parameterIndex:e=>c()?.parameterIndex(e)??-1,value:e=>o.values(c()?.id??``)[e]??0,select:(e,t=null)=>o.select(l(e),t),setTool:e=>{o.tool.value=e},setView:e=>o.setView(e),get playhead(){return o.timeline.playhead.value},get playing(){return o.timeline.playing.value},get keys(){return o.timeline.clips.value.get(c()?.id??``)?.frames??[]},get chosenKeys(){return[...o.timeline.keys.value.get(c()?.id??``)??[]].sort((e,t)=>e-t)},get framesAreWhole(){return[...o.timeline.clips.value.keys()].every(e=>(o.timeline.frames.get(e)?.revision??-1)>=(o.document.value?.revision??0)&&!o.timeline.frames.get(e)?.provisional)},get behind(){return s.behind}},stage:Object.defineProperty(t,"body",{get:()=>t.bodies.get(c()?.id??``)??null}),panes:n,pointer:r,timeline:a,actions:Object.fromEntries(i.all())}}var zg=new Set([`Enter`]);function Bg({state:e,drags:t,actions:n,keyboard:r,pointers:i,views:a,help:o,stop:s}){let c=null;document.addEventListener(`focusin`,({target:e})=>{c=document.body.classList.contains(`by-pointer`)?null:e}),document.addEventListener(`keydown`,l=>{if(o.open||A()||document.querySelector(`dialog[open]`))return;if(D(l.target)&&l.key!==`F1`){l.key===`Enter`&&l.target instanceof HTMLElement&&l.target.blur();return}if(r.key(l)){l.preventDefault();return}if(l.key===`Escape`&&(e.dragging.value||i.some(e=>e.busy))){for(let e of i)e.cancel();t.cancel();return}l.key===`Escape`&&s();let u=E(l),d=document.activeElement===document.body||a.contains(document.activeElement);if(zg.has(u)&&!d||u===`Space`&&c===document.activeElement&&document.activeElement?.matches(`button, input`))return;let f=n.find(u);!f||l.repeat&&/^[A-Z]$/.test(u)||(l.preventDefault(),f.run())}),document.addEventListener(`focusout`,()=>r.active&&setTimeout(()=>document.hasFocus()||r.finish(!0))),document.addEventListener(`pointerdown`,()=>document.body.classList.add(`by-pointer`),!0),document.addEventListener(`keydown`,()=>document.body.classList.remove(`by-pointer`),!0)}var Vg={width:84,height:92},Hg=8,Ug=3,Wg=class{state;stage;kept=new Map;queue=[];waiting=[];asking=0;timer;constructor(e,t){this.state=e,this.stage=t}get(e){let t=[e.shelf,e.name,e.stamp,this.stage.options.theme].join(`
`),n=this.kept.get(t);if(!n){n=R(null),this.kept.set(t,n);let r=n;this.queue.push(()=>this.ask(e,r,t)),this.next()}return n}next(){for(;this.asking<Ug&&this.queue.length;)this.asking++,this.queue.shift()?.().finally(()=>{this.asking--,this.next()})}async ask({shelf:e,name:t},n,r){let i=await fetch(`/api/flip-book?${new URLSearchParams({shelf:e,name:t})}`).catch(()=>null);if(!i?.ok){this.kept.delete(r);return}let a=await i.json(),o=this.figureOf(a);if(!o)return;let s=Uint8Array.from(atob(a.transforms),e=>e.charCodeAt(0));this.waiting.push({book:n,figure:o,transforms:new Float32Array(s.buffer),answer:a,pages:[]}),this.timer??=setTimeout(()=>void this.drawSome(),0)}figureOf({figure:e,data:t,moves:n}){if(t)return new wg(n,t);for(let t of this.state.figures.value.values())if(this.state.figureState(t.id)?.figure===e)return t;return null}async drawSome(){let e=performance.now(),t=this.state.playing||this.state.dragging.value;for(;this.waiting.length&&!t&&performance.now()-e<Hg;){let e=this.waiting.reduce((e,t)=>t.pages.length<e.pages.length?t:e);if(!await this.draw(e))break}this.timer=this.waiting.length?setTimeout(()=>void this.drawSome(),t||this.stage.paused?300:16):void 0}async draw(e){let{answer:t,transforms:n,pages:r,figure:i,book:a}=e,o=12*t.joints,s=n.length/o,c=Math.min(Math.ceil(devicePixelRatio),2),l=r.length*o,u=this.stage.pictureOf(i,n.subarray(l,l+o),c*Vg.width,c*Vg.height);if(!u)return!1;r.push(await createImageBitmap(u)),r.length===s&&this.waiting.splice(this.waiting.indexOf(e),1);let{seconds:d,length:f,moves:p}=t;return a.value={pages:[...r],count:s,seconds:d,length:f,moves:p},!0}},Gg=class{editor;element=y(`aside`,{class:`conflict over-time`,hidden:!0,role:`region`,"aria-label":`Locks that cannot hold over time`,"aria-live":`polite`});dismissed=R(``);constructor(e){this.editor=e;let{state:t}=e;B(()=>{let e=t.clipConflicts.value;e.length?x(this.element,...this.content(e)):this.dismissed.value=``,this.element.scrollTop=0;let n=e.map(({sentence:e})=>e).join(`
`);this.element.hidden=!n||n===this.dismissed.value||t.timeline.playing.value}),B(()=>void this.element.classList.toggle(`quiet`,t.dragging.value))}content(e){let t=()=>{this.dismissed.value=e.map(({sentence:e})=>e).join(`
`)},n=y(`div`,{class:`conflict-body`},...e.map(e=>this.entry(e)));return[_(`warning`),n,b(`close`,`Dismiss`,t)]}entry({sentence:e,frame:t,remedies:n}){let{timeline:r}=this.editor.state;return y(`div`,{class:`conflict-entry`},y(`p`,{class:`conflict-sentence`},e),y(`div`,{class:`conflict-ways`},y(`button`,{type:`button`,class:`button small`,onclick:()=>r.go(t)},`Show frame ${t}`),...n.map(({label:e,command:t})=>y(`button`,{type:`button`,class:`button small`,onclick:()=>void this.give(t)},e))))}async give(e){this.editor.receiver.posedAt=null,await this.editor.editAsIs(e)}},Kg=5,qg=class{editor;timeline;window;mark=y(`div`,{class:`drop-mark`,hidden:!0});ghost=y(`div`,{class:`drag-ghost`,hidden:!0});carried=null;landing=null;folded=!1;constructor(e,t,n){this.editor=e,this.timeline=t,this.window=n,t.element.append(this.mark),document.body.append(this.ghost)}allow(e,t){e.addEventListener(`pointerdown`,n=>{if(n.button!==0)return;let r=new AbortController,{signal:i}=r,a=e=>{r.abort(),this.end(e)};e.setPointerCapture(n.pointerId),e.addEventListener(`pointermove`,e=>{!this.carried&&Math.hypot(e.clientX-n.clientX,e.clientY-n.clientY)>=Kg&&this.begin(t()),this.carried&&this.move(e)},{signal:i}),e.addEventListener(`pointerup`,()=>a(!0),{signal:i}),e.addEventListener(`pointercancel`,()=>a(!1),{signal:i}),document.addEventListener(`keydown`,e=>{e.key===`Escape`&&this.carried&&(e.stopPropagation(),a(!1))},{signal:i,capture:!0})}),e.addEventListener(`click`,e=>this.dropped&&e.stopImmediatePropagation(),!0)}dropped=!1;begin(e){if(!e)return;let{state:t}=this.editor;this.carried=e,this.folded=t.view.value.timeline!==!0&&!t.timeline.moves.value,this.folded&&t.setView({timeline:!0}),this.ghost.replaceChildren(e.picture,y(`span`,{},e.item.name)),this.ghost.hidden=!1}move(e){if(!this.carried)return;this.ghost.style.translate=`${e.clientX+12}px ${e.clientY-92}px`,this.landing=this.land(e);let{landing:t,carried:n}=this;if(this.mark.hidden=!t,!t){this.editor.previews.cancel();return}let{scale:r}=this.timeline.line;this.mark.style.left=`${132+r.x(t.frame)}px`,this.mark.style.width=`${Math.max(n.length*r.scale,2)}px`,this.mark.style.setProperty(`--blend`,`${(t.how.blend??0)*r.scale}px`),this.mark.dataset.label=this.inWords(t),this.editor.previews.show(Vn(n.item,t.figure,t.frame,t.how))}inWords({frame:e,how:t}){return`${t.mode===`replace`?`replaces from`:t.blend?`blends in at`:`inserted at`} ${e}${t.blend?` over ${t.blend} frames`:``}${t.mirrored?`, mirrored`:``}`}land(e){let{canvas:t,line:n}=this.timeline,r=t.getBoundingClientRect();if(e.clientX<r.left+132||e.clientX>r.right||e.clientY<r.top||e.clientY>r.bottom)return null;let i=n.sample(e,r),{row:a}=i,o=(a&&`figure`in a?a.figure:a?.kind===`strip`?a.locks[0]?.figure:void 0)??this.editor.state.active.value?.id;if(o===void 0)return null;let s={...i.shift&&{mode:`replace`},...i.ctrl&&{blend:this.window()},...i.alt&&{mirrored:!0}};return{figure:o,frame:n.snapped(i.frame,!1),how:s}}end(e){let{carried:t,landing:n,editor:r}=this;this.dropped=t!==null,setTimeout(()=>{this.dropped=!1}),this.carried=this.landing=null,this.mark.hidden=this.ghost.hidden=!0,t&&(e&&n?(r.previews.done(),r.receiver.posedAt=null,r.edit(Vn(t.item,n.figure,n.frame,n.how)).then(e=>e&&this.timeline.fitAll())):(r.previews.cancel(),this.folded&&r.state.setView({timeline:null})))}},Jg=.45,Yg=600;function Xg(e,t,n){let r=y(`canvas`,{width:Vg.width,height:Vg.height,"aria-hidden":`true`}),[i,a]=[y(`span`,{class:`clip-name`}),y(`span`,{class:`clip-length dim`})],o=R(0),s=R(!1),c,l=e=>{if(e&&matchMedia(`(prefers-reduced-motion: reduce)`).matches)return;clearInterval(c);let n=t().value;if(o.value=0,s.value=e,!e||!n)return;let r=Math.max(1e3*n.seconds,Yg)/n.count;c=setInterval(()=>{o.value=(o.value+1)%n.count},r)},u=y(`button`,{type:`button`,class:`clip-icon`,onpointerenter:()=>l(!0),onpointerleave:()=>l(!1),onfocus:()=>l(!0),onblur:()=>l(!1),ondblclick:()=>n.insert(),onkeydown:e=>{e.key===`Enter`&&(e.preventDefault(),n.insert())},oncontextmenu:e=>{e.preventDefault(),e.stopPropagation();let t=u.getBoundingClientRect();n.menu(e.clientX?{x:e.clientX,y:e.clientY}:{x:t.left,y:t.bottom})}},r,i,a);return B(()=>{let{name:t,about:n}=e.value;i.textContent=t.replaceAll(`_`,` `),u.title=n||t,u.dataset.clip=t,u.setAttribute(`aria-label`,`Clip ${t}: Enter inserts it at the playhead`)}),B(()=>{let e=t().value,n=s.value?o.value:Math.floor(e?e.count*Jg:0),i=e?.pages[Math.min(n,e.pages.length-1)];a.textContent=e?`${e.seconds.toFixed(1)} s`:`…`,u.dataset.page=String(o.value),u.dataset.pages=String(e?.pages.length??0),i&&([r.width,r.height]=[i.width,i.height],r.getContext(`2d`)?.drawImage(i,0,0))}),{element:u,canvas:r}}var Zg=class{all;shipped=R([],Ih);asked=!1;constructor(e){this.all=z(()=>Qg([...(e.document.value?.shelves??[]).map(e=>({...e,about:``,own:!0})),...this.shipped.value]),Ih)}async load(){if(this.asked)return;this.asked=!0;let e=await fetch(`/api/library`).catch(()=>null);if(this.asked=e?.ok===!0,!e?.ok)return;let t=await e.json();this.shipped.value=t.map(e=>({...e,stamp:``,own:!1}))}get usual(){return this.all.value.find(e=>e.own)?.name??`my clips`}freeName(e){let t=new Set(this.all.value.find(({name:t})=>t===e)?.items.map(({name:e})=>e)),n=t.size+1;for(;t.has(`clip ${n}`);)n++;return`clip ${n}`}};function Qg(e){let t=new Map;for(let n of e){let e=`${n.own} ${n.shelf}`,r=t.get(e)??{name:n.shelf,own:n.own,items:[]};r.items.push(n),t.set(e,r)}return[...t.values()]}var $g=class{list;make;rows=new Map;constructor(e,t){this.list=e,this.make=t}show(e){let t=new Map(e);for(let[e,{element:n,dispose:r}]of this.rows)t.has(e)||(r(),n.remove(),this.rows.delete(e));Rt(()=>{let e=this.list.firstElementChild;for(let[n,r]of t){let t=this.rows.get(n)??this.newRow(n,r);t.item.value=r,t.element===e?e=e.nextElementSibling:this.list.insertBefore(t.element,e)}})}newRow(e,t){let n=R(t,Ih),[r,i]=Bt(()=>this.make(n,e)),a={element:r,item:n,dispose:i};return this.rows.set(e,a),a}};function e_(e){return n_(e,Ir(`Figure`,z(()=>[...e.figures.value.keys()].map(t=>({label:t,chosen:t===e.active.value?.id}))),t=>{let n=[...e.figures.value.values()][t];n?.root&&e.select(n.ref(n.root.name))},{title:`The figure that this panel is about`}))}function t_(e,t){return n_(e,Ir(`Figure`,z(()=>[null,...e.figures.value.keys()].map(e=>({label:e??`All figures`,chosen:e===t.value}))),n=>{t.value=[...e.figures.value.keys()][n-1]??null},{title:`List only what is about this figure`}))}function n_(e,t){return t.classList.add(`figure-choice`),B(()=>{t.hidden=!e.several.value}),t}function r_(e,t,n){return[y(`input`,{type:`text`,class:`field grow`,placeholder:e,"aria-label":e,maxlength:`60`,spellcheck:`false`,onkeydown:e=>e.key===`Enter`&&n()}),y(`button`,{type:`button`,class:`button`,title:t,onclick:n},_(`plus`),`Store`)]}var i_=12,a_=[`.clip`,`.npz`,`.csv`,`.bvh`,`.glb`,`.vrma`,`.usda`],o_=class{editor;timeline;books;element=y(`div`,{class:`panel clips-panel`});shelves;carry;blend=R(i_);target=R(null);name;constructor(e,t,n){this.editor=e,this.timeline=t,this.books=n;let{state:r}=e;this.shelves=new Zg(r),this.carry=new qg(e,t,()=>this.blend.value);let[i,a]=r_(`Name of this clip`,`Store the chosen keys, or all of the motion, on a shelf`,()=>void this.store());this.name=i;let o=y(`div`,{class:`shelves`}),s=new $g(o,e=>this.shelf(e));this.element.append(y(`div`,{class:`panel-head`},e_(r),this.name,a,this.importButton()),y(`div`,{class:`panel-scroll`},o),this.blendField()),B(()=>s.show(this.shelves.all.value.map(e=>[`${e.own} ${e.name}`,e])))}shown(){this.shelves.load()}take(e){let t=this.element.parentElement?.getBoundingClientRect();if(!(t&&e.clientX>=t.left&&e.clientY>=t.top&&e.clientY<=t.bottom))return this.target.value=null,null;this.editor.state.setView({panel:`clips`});let n=(document.elementFromPoint(e.clientX,e.clientY)?.closest(`[data-shelf][data-own=true]`))?.dataset.shelf??this.shelves.usual,r=je(this.editor.state.timeline.keys.value),i=r!==null&&r[1]>r[0];return this.target.value=i?n:null,{label:i?`store on ${n}`:`choose two keys or more to store them`,run:i?async()=>{this.target.value=null,await this.store(n)}:null}}leave(){this.target.value=null}async store(e=this.shelves.usual){let{state:t}=this.editor,{timeline:n}=t,r=je(n.keys.value),i=[...n.keys.value.keys()][0],a=r&&i||t.active.value?.id;if(a===void 0)return;let o=this.name.value.trim()||this.shelves.freeName(e),s=r&&r[1]>r[0]?r:n.loop.value;await this.editor.edit(Hn({shelf:e,name:o},a,s))&&(this.name.value=``,t.status.value=`Stored “${o}” on ${e}`)}importButton(){return b(`open`,`Import clips: .clip, .npz, .csv`,()=>Ce(this.editor))}blendField(){let e=y(`input`,{type:`text`,class:`field short`,inputmode:`decimal`,"aria-label":`Frames of a blend`});return e.value=String(i_),e.addEventListener(`change`,()=>{let t=Ve(e.value);t!==null&&t>=0&&(this.blend.value=Math.min(t,1e3)),e.value=String(this.blend.value)}),y(`footer`,{class:`clips-foot`},y(`p`,{class:`note`},`Drag to the timeline: Ctrl blends, Shift replaces, Alt mirrors.`),y(`label`,{class:`row`},y(`span`,{class:`row-label`},`Blend over`),e,y(`span`,{class:`dim`},`frames`)))}shelf(e){let{name:t,own:n}=e.value,r=y(`div`,{class:`shelf-grid`,role:`list`,"aria-label":t}),i=new $g(r,e=>this.tile(e));B(()=>i.show(e.value.items.map(e=>[e.name,e])));let a=y(`span`,{class:`dim`});B(()=>{a.textContent=String(e.value.items.length)});let o=y(`section`,{class:`shelf`,"data-shelf":t,"data-own":String(n)},y(`header`,{class:`shelf-head`},y(`h3`,{},t),a),r);return B(()=>void o.classList.toggle(`target`,n&&this.target.value===t)),o}tile(e){let{editor:t}=this,n=()=>(t.state.theme.value,this.books.get(e.value)),{element:r,canvas:i}=Xg(e,n,{insert:()=>this.insert(e.value,{}),menu:t=>this.menu(e.value,t)});return this.carry.allow(r,()=>{let t=n().value;return t&&{item:e.value,length:t.length,picture:s_(i)}}),y(`div`,{role:`listitem`},r)}async insert(e,t){let{state:n}=this.editor,r=n.active.value?.id;if(r===void 0)return;n.setView({timeline:!0});let i=Math.round(n.timeline.playhead.value);await this.editor.edit(Vn(e,r,i,t))&&this.timeline.fitAll()}menu(e,t){let n=(t,n)=>({label:t,run:()=>void this.insert(e,n)});j([n(`Insert at the playhead`,{}),n(`Blend in over ${this.blend.value} frames`,{blend:this.blend.value}),n(`Replace what is there`,{mode:`replace`}),n(`Insert mirrored`,{mirrored:!0}),n(`Insert on the spot`,{on_the_spot:!0}),n(`Insert with its own figure`,{adds:!0}),`-`,{label:`Export`,items:()=>a_.map(t=>({label:`as ${t}`,run:()=>we(`clip${t}`,{shelf:e.shelf,name:e.name})}))},...e.own?[`-`,{label:`Rename …`,icon:`pencil`,run:()=>He(`Name of the clip`,e.name,t=>void this.editor.edit(Un(e,{name:t})))},{label:`Put on shelf …`,run:()=>He(`Name of the shelf`,e.shelf,t=>void this.editor.edit(Un(e,{shelf:t})))},{label:`Delete`,icon:`trash`,run:()=>void this.editor.edit(Wn(e))}]:[]],t,{title:e.name})}};function s_(e){let t=y(`canvas`,{width:e.width,height:e.height});return t.getContext(`2d`)?.drawImage(e,0,0),t}var c_=class{editor;element=y(`aside`,{class:`conflict`,hidden:!0,role:`region`,"aria-label":`Conflict between locks`,"aria-live":`polite`});dismissed=R(``);constructor(e){this.editor=e;let{state:t}=e;B(()=>{let e=t.conflict.value;e?x(this.element,...this.content(e)):this.dismissed.value=``}),B(()=>{let e=t.conflict.value?.sentence??null;this.element.hidden=e===null||e===this.dismissed.value}),B(()=>void this.element.classList.toggle(`quiet`,t.dragging.value))}content({sentence:e,members:t,remedies:n}){let r=()=>{this.dismissed.value=e},i=y(`div`,{class:`conflict-body`},y(`p`,{class:`conflict-sentence`},e),t.length>1&&y(`ul`,{class:`conflict-members`},...t.map(({name:e,error:t,unit:n})=>y(`li`,{},y(`span`,{},e),y(`span`,{class:`number`},rn(t,n))))),n.length>0&&y(`div`,{class:`conflict-ways`},y(`span`,{class:`dim`},`Relax:`),...n.map(({label:e,command:t})=>y(`button`,{type:`button`,class:`button small`,onclick:()=>void this.editor.edit(t)},e))));return[_(`warning`),i,b(`close`,`Dismiss`,r)]}};function l_(e,t,n){let r=()=>{};Vt(()=>r()),B(()=>{let i=t.value;if(r(),!i)return;let[a,o]=Bt(n);e.append(a),r=()=>{o(),a.remove(),r=()=>{}}})}var u_=[[`Red`,`#d06a62`],[`Amber`,`#d3a04c`],[`Green`,`#74a866`],[`Teal`,`#4fa7a3`],[`Blue`,`#6b8fd6`],[`Violet`,`#a283cc`]],d_=e=>`#${e.map(e=>Math.round(255*e).toString(16).padStart(2,`0`)).join(``)}`,f_=e=>{let t=t=>Number.parseInt(e.slice(t,t+2),16)/255;return[t(1),t(3),t(5)]};function p_(e,t){let n=(n,r)=>{let i=y(`button`,{type:`button`,class:`swatch`,title:n,"aria-label":n,onclick:()=>t(r===null?null:f_(r))});return r&&i.style.setProperty(`--swatch`,r),B(()=>i.setAttribute(`aria-pressed`,String((e.value&&d_(e.value))===r))),i},r=y(`input`,{type:`color`,class:`swatch`,title:`Another colour`,"aria-label":`Another colour`,onchange:()=>t(f_(r.value))});B(()=>{r.value=e.value?d_(e.value):`#808080`});let i=u_.map(([e,t])=>n(e,t));return y(`div`,{class:`tints`,role:`group`,"aria-label":`Tint`},n(`Own colours`,null),...i,r)}var m_=class{state;edits;element=y(`div`,{class:`panel figures-panel`});constructor(e,t){this.state=e,this.edits=t;let n=y(`span`,{class:`panel-summary`}),r=y(`button`,{type:`button`,class:`button`,title:`Add a body or a prop`,"aria-haspopup":`menu`,onclick:()=>j(t.addMenu(),S(r))},_(`plus`),`Add`),i=y(`div`,{role:`list`,"aria-label":`Figures`});this.element.append(y(`div`,{class:`panel-head`},n,r),y(`div`,{class:`panel-scroll`},i));let a=new $g(i,(e,t)=>this.row(t));B(()=>{let{size:t}=e.figures.value;n.textContent=t===1?`1 figure`:`${t} figures`,a.show([...e.figures.value.keys()].map(e=>[e,null]))})}row(e){let{state:t,edits:n}=this,r=z(()=>t.figureState(e)),i=z(()=>t.active.value?.id===e),a=()=>t.figures.value.get(e)?.root?.name??``,o=_(t.figures.value.get(e)?.isProp?`box`:`pose`),s=y(`button`,{type:`button`,class:`figure-name`,onclick:()=>t.select({figure:e,part:a()})},o,y(`span`,{},e)),c=y(`span`,{class:`figure-note`}),l=b(`eye`,``,()=>n.change(e,{hidden:!r.value?.hidden})),u=b(`frost`,``,()=>n.change(e,{frozen:!r.value?.frozen})),d=b(`trash`,`Delete ${e}`,()=>n.remove(e)),f=y(`div`,{class:`figure`,role:`listitem`,"data-figure":e},y(`div`,{class:`figure-head`},s,c,l,u,d));return B(()=>{let{hidden:t=!1,frozen:n=!1,tint:i=null}=r.value??{};f.classList.toggle(`off`,t),c.textContent=[t&&`hidden`,n&&`frozen`].filter(Boolean).join(`, `),o.style.color=i?`rgb(${i.map(e=>Math.round(255*e)).join(` `)})`:``,h_(l,`${t?`Show`:`Hide`} ${e}`,t),x(l,_(t?`off`:`eye`)),h_(u,`${n?`Unfreeze`:`Freeze`} ${e}`,n)}),B(()=>{d.disabled=!t.several.value}),B(()=>{f.classList.toggle(`selected`,i.value),i.value?s.setAttribute(`aria-current`,`true`):s.removeAttribute(`aria-current`)}),l_(f,i,()=>this.details(e)),f}details(e){let{state:t,edits:n}=this,r=y(`input`,{type:`text`,class:`field`,"aria-label":`Name of the figure`,spellcheck:`false`,maxlength:`80`,value:e,onchange:()=>{let t=r.value.trim();r.value=e,t&&t!==e&&n.rename(e,t)},onkeydown:e=>e.key===`Enter`&&r.blur()}),i=z(()=>t.figureState(e)?.tint??null);return y(`div`,{class:`figure-details`},Mr(`Name`,r),Mr(`Tint`,p_(i,t=>n.change(e,{tint:t}))),y(`button`,{type:`button`,class:`button`,onclick:()=>void n.duplicate(e)},_(`copy`),`Duplicate`))}};function h_(e,t,n){e.title=t,e.setAttribute(`aria-label`,t),e.classList.toggle(`pressed`,n)}var g_=300,__=class{editor;element=y(`div`,{class:`panel history-panel`});list=y(`ol`,{class:`history-list`,"aria-label":`History`});constructor(e){this.editor=e;let{state:t}=e,n=y(`p`,{class:`panel-empty`,hidden:!0});this.element.append(y(`div`,{class:`panel-scroll`},n,this.list));let r=new $g(this.list,(e,t)=>this.row(e,t));B(()=>{if(t.panel.value!==`history`)return;let{entries:e,place:i,older:a}=t.history.value,o=Math.max(0,e.length-g_),s=e=>e===i?`current`:e<i?`done`:`undone`,c=e.slice(o).map((e,t)=>{let n=o+t+1;return[n,{label:e,when:s(n)}]}),l=a+o;r.show(l===0?[[0,{label:`Start`,when:s(0)}],...c]:c),n.hidden=l===0,n.textContent=`${l} older steps are not listed; undo reaches them too.`,this.shown()})}shown(){this.list.querySelector(`.now`)?.scrollIntoView({block:`center`})}row(e,t){let n=y(`span`,{}),r=y(`button`,{type:`button`,class:`history-row`,onclick:()=>void this.editor.goTo(t)},y(`span`,{class:`history-dot`}),n);return B(()=>{let{label:t,when:i}=e.value;n.textContent=t,r.classList.toggle(`undone`,i===`undone`),r.classList.toggle(`now`,i===`current`),r.title={done:`Undo to here`,current:`Current`,undone:`Redo to here`}[i],i===`current`?r.setAttribute(`aria-current`,`step`):r.removeAttribute(`aria-current`)}),y(`li`,{},r)}},v_=180/Math.PI;function y_(e){return e.goal===`position`?b_(e.axes,[1,1,1]):e.goal===`orientation_axes`||e.goal===`pose_axes`?b_(e.degrees_per_metre,[v_,v_,null]):null}function b_(e,t){if(!Array.isArray(e))return t;let n=e=>typeof e==`number`||typeof e==`boolean`?Number(e):null;return[n(e[0]),n(e[1]),n(e[2])]}function x_(e){let t=y_(e);return t&&[!!t[0],!!t[1],!!t[2]]}function S_(e,t){let n=y_(e)??[null,null,null];return e.goal===`position`?{...e,axes:t.map((e,t)=>e?n[t]||1:0)}:{...e,degrees_per_metre:t.map((e,t)=>e?n[t]??v_:null)}}function C_(e){let{lo:t,hi:n}=e;return{lo:typeof t==`number`?t:0,hi:typeof n==`number`?n:null}}function w_(e,t){let n=e.above(t.part),r=e=>t.chain!==null&&[...e].sort().join(`
`)===[...t.chain].sort().join(`
`),i=[{label:`up to the nearest branch`,chain:null,chosen:t.chain===null}];i.push({label:`part only`,chain:[t.part],chosen:r([t.part])});for(let e=n.length-2;e>=0;e--){let t=n[e];if(!t||t.kind===`fixed`)continue;let a=n.slice(e).map(e=>e.name);i.push({label:`up to ${t.label}`,chain:a,chosen:r(a)})}return t.chain&&!i.some(e=>e.chosen)&&i.push({label:`${t.chain.length} selected joints`,chain:t.chain,chosen:!0}),i}var T_=[[`start`,`First frame`],[`end`,`Last frame`],[`ease_in`,`Window before, in frames`],[`ease_out`,`Window after, in frames`]];function E_(e,t,n){let{timeline:r}=e.state,i=z(()=>t.value.spans),a=y(`div`,{class:`lock-spans`}),o=e=>n({spans:e}),s=()=>void e.editAsIs(Ke(t.value.id,{spans:null})),c=(e,t,n,r)=>{let a=y(`input`,{type:`text`,class:`field short`,inputmode:`decimal`,"aria-label":r,title:r,placeholder:`usual`}),s=t[n]??null;return a.value=s===null?``:String(Number(s.toFixed(2))),a.addEventListener(`change`,()=>{let t=Ve(a.value);t===null&&(n!==`ease_in`&&n!==`ease_out`||a.value.trim()!==``)?a.value=s===null?``:String(s):o((i.value??[]).map((r,i)=>i===e?{...r,[n]:t}:r))}),a},l=()=>{let[e,t]=r.extent.value,n=Math.max(...(i.value??[]).map(({end:e})=>e),Math.round(r.playhead.value)-1)+1;o([...i.value??[],i.value?Wt(n,Math.max(n,t)):Wt(e,t)])};return B(()=>{let e=i.value,t=(e??[]).map((t,n)=>y(`div`,{class:`row lock-span`},...T_.map(([e,r])=>c(n,t,e,r)),b(`trash`,`Remove these frames`,()=>o((e??[]).filter((e,t)=>t!==n))))),n=y(`button`,{type:`button`,class:`button small`,onclick:s},`Always`),r=y(`button`,{type:`button`,class:`button small`,onclick:l},e?`Add frames`:`Some frames only`);x(a,...t,y(`div`,{class:`row`},e?n:y(`span`,{class:`value`},`always`),r))}),a}function D_(e,t,n){let{state:r}=e,{kind:i,figure:a,part:o,goal:s}=zt(()=>t.value),c=r.catalogue.value.lockKinds.find(e=>e.kind===i)?.label??i,l=zt(()=>r.timeline.moves.value||t.value.spans!==null),u=z(()=>+!t.value.hard);return y(`div`,{class:`lock-details`},Mr(`Name`,O_(t,n)),Mr(`Kind`,y(`span`,{class:`value`},`${c} · ${r.label({figure:a,part:o})}`)),Mr(`Priority`,Pr([`hard`,`soft`],u,e=>n({hard:e===0}),{title:`Hard locks come first; soft locks are met as well as possible`})),x_(s)&&Mr(`Axes`,A_(e,t,n)),i===`distance`&&Mr(`Between`,j_(t,n)),Mr(`IK chain`,M_(e,t,n)),y(`div`,{class:`row weight`},k_(t,n)),l&&Mr(`Frames`,E_(e,t,n)))}function O_(e,t){let n=y(`input`,{type:`text`,class:`field`,"aria-label":`Name of the lock`,spellcheck:`false`,maxlength:`80`,onchange:()=>{let r=n.value.trim();r&&r!==e.value.name&&t({name:r})},onkeydown:e=>e.key===`Enter`&&n.blur()}),r=z(()=>e.value.name);return B(()=>{n.value=r.value}),n}function k_(e,t){let n=0,r=ze.make({label:`Weight`,title:`Weight beside other soft locks and goals`,lo:0,hi:Math.max(4,zt(()=>e.value.weight)),rest:1,unit:``,set:e=>t({weight:Math.max(0,e)}),move:e=>r.show(n=e),end:()=>t({weight:n}),cancel:()=>r.show(e.value.weight)});return B(()=>r.show(n=e.value.weight)),r}function A_(e,t,n){let r=z(()=>x_(t.value.goal)??[!1,!1,!1]),i=(i,a)=>{let o=y(`button`,{type:`button`,onclick:()=>{let i=[...r.value];i[a]=!i[a],i.some(Boolean)?n({goal:S_(t.value.goal,i)}):e.notices.show(`info`,`A lock needs at least one axis`,`Turn the lock off instead.`)}},i);return B(()=>{o.setAttribute(`aria-pressed`,String(r.value[a])),o.title=r.value[a]?`Free ${i}`:`Lock ${i}`}),o};return y(`div`,{class:`segmented`,role:`group`,"aria-label":`Locked axes`},i(`X`,0),i(`Y`,1),i(`Z`,2))}function j_(e,t){let n=(n,r)=>{let i=y(`input`,{type:`number`,class:`field short`,step:`0.5`,min:`0`,"aria-label":r,placeholder:`any`,onchange:()=>{let r=i.value===``?null:Number(i.value)/100;t({goal:{...e.value.goal,[n]:n===`lo`?r??0:r}})}}),a=z(()=>{let t=C_(e.value.goal)[n];return t===null?``:(t*100).toFixed(1)});return B(()=>{i.value=a.value}),i},[r,i]=[n(`lo`,`Least distance in centimetres`),n(`hi`,`Largest distance in centimetres`)];return y(`div`,{class:`row`},r,`and`,i,`cm`)}function M_(e,t,n){let r=z(()=>{let n=e.state.figures.value.get(t.value.figure);return n?w_(n,t.value):[]});return Ir(`IK chain`,r,e=>{let t=r.value[e];t&&n({chain:t.chain})},{title:`Joints that may move to keep the lock`})}var N_=`No locks. Right-click a part, or select one and press L, to lock its position, keep it in a plane or on a line, aim it at a point …`,P_=class{editor;element=y(`div`,{class:`panel locks-panel`});list=y(`div`,{class:`lock-list`,role:`list`,"aria-label":`Locks`});constructor(e,t){this.editor=e;let{state:n}=e,r=y(`span`,{class:`panel-summary`}),i=y(`button`,{type:`button`,class:`button`,title:`Lock selected part (L)`,"aria-label":`Lock selected part`,onclick:()=>t(S(i))},_(`plus`),`Lock`),a=y(`p`,{class:`panel-empty`}),o=R(null),s=t_(n,o);this.element.append(y(`div`,{class:`panel-head`},s,r,i),y(`div`,{class:`panel-scroll`},this.list,a));let c=e=>o.value===null||mr(e).includes(o.value),l=z(()=>n.locks.value.filter(c),Ih),u=new $g(this.list,e=>this.row(e));B(()=>u.show(l.value.map(e=>[e.id,e]))),B(()=>{let[e,t]=[l.value,n.readings.value],i=e.filter(e=>_r(e,t.get(e.id))===`held`).length;r.textContent=e.length?`${i} of ${e.length} held`:`No locks`,a.hidden=e.length>0,a.textContent=n.locks.value.length?`No locks on ${o.value}.`:N_}),B(()=>{o.value!==null&&!(n.several.value&&n.figures.value.has(o.value))&&(o.value=null)}),B(()=>{n.selection.value.lock!==null&&zt(()=>{let e=n.selectedLock;e&&!c(e)&&(o.value=null),this.shown()})})}shown(){this.list.querySelector(`.lock.selected`)?.scrollIntoView({block:`nearest`})}row(e){let{editor:t}=this,{state:n}=t,{id:r,mark:i,figure:a,part:o}=zt(()=>e.value),s=e=>void t.edit(Ke(r,e)),c=z(()=>n.selection.value.lock===r),l=y(`span`,{class:`lock-title`}),u=y(`span`,{class:`lock-figures`}),d=y(`button`,{type:`button`,class:`lock-name`,onclick:()=>c.value?n.select(null):n.select({figure:a,part:o},r),onpointerenter:()=>{n.hover.value={part:null,lock:r}},onpointerleave:()=>{n.hover.value={part:null,lock:null}}},_(i.shape),l,u),f=y(`span`,{class:`lock-reading`}),p=b(`eye`,``,()=>s({enabled:!e.value.enabled})),m=b(`trash`,`Delete lock ${e.value.name} (Delete)`,()=>void t.edit(qe(r))),h=y(`div`,{class:`lock`,role:`listitem`,"data-lock":String(r)},y(`div`,{class:`lock-head`},d,f,p,m));return B(()=>{let{name:t,enabled:r}=e.value;l.textContent=t,u.textContent=n.several.value?mr(e.value).join(` + `):``,h.classList.toggle(`off`,!r),p.title=r?`Turn off`:`Turn on`,p.setAttribute(`aria-label`,`${p.title} ${t}`),x(p,_(r?`eye`:`off`))}),B(()=>{if(n.panel.value!==`locks`)return;let t=n.readings.value.get(r),i=_r(e.value,t);h.dataset.status=i,f.textContent=!t||i===`off`?`off`:i===`held`?`held`:rn(t.error,t.unit),f.title=t?`Error: ${rn(t.error,t.unit)}`:``}),B(()=>{h.classList.toggle(`selected`,c.value),d.setAttribute(`aria-expanded`,String(c.value))}),l_(h,c,()=>D_(t,e,s)),h}};function F_(e,t){let n=e.data.joints.find(e=>e.limb===t&&/^[lr]_hand$/.test(e.name));if(!n)return null;let r=n.name.startsWith(`l`)?`left`:`right`,i=t=>e.data.parameters.some(e=>e.name===`${r[0]}_${t}`);return i(`knuckles`)?{part:n.name,side:r,single:!1}:i(`index_knuckle`)||i(`index1`)?{part:n.name,side:r,single:!0}:null}function I_(e){return e.data.joints.map(({name:t,limb:n},r)=>{let i=F_(e,n);return i&&!i.single&&e.above(t).some(e=>e.name===i.part)?e.jointIndex(i.part):r})}function L_(e,t,n,r,i){let{drags:a}=e,o=()=>s.show(0),s=ze.make({...r,lo:-n,hi:n,rest:0,begin:()=>a.begin(t),move:e=>{a.move({value:e}),s.show(e)},end:()=>{a.end(),o()},cancel:()=>{a.cancel(),o()},set:e=>{let t=Math.min(Math.max(e,-n),n);t&&i(t),o()}});return o(),s}var R_=80*Math.PI/180;function z_(e,t){let n=e.data.joints.find(e=>e.limb===t&&/^[lr]_foot$/.test(e.name));return n&&!e.isProp&&e.data.up===`y`?n.name:null}function B_(e,t,n){let r={label:`foot roll`,name:`${n.startsWith(`l`)?`left`:`right`} foot roll`,title:`Roll the foot from where it stands, with its locks: to the left on its heel, to the right on its ball and toes.`,unit:`rad`},i=L_(e,{what:`foot`,figure:t.id,part:n},R_,r,r=>void e.edit({kind:`roll_foot`,figure:t.id,part:n,angle:r}));return y(`div`,{class:`parameter`,"data-roll":n},i)}var V_=[`fist`,`point`,`flat`,`grip`,`relaxed`];function H_(e,t,{part:n,side:r,single:i}){let a=(n,i=1)=>void e.edit({kind:`set_hand`,figure:t.id,side:r,shape:n,share:i}),o={label:`open – close`,name:`${r} hand, open to close`,title:`Close the hand from what it is: to the right up to a fist, to the left until it is flat.`,unit:``},s=L_(e,{what:`hand`,figure:t.id,part:n},1,o,e=>a(e<0?`flat`:`fist`,Math.abs(e))),c=V_.map(e=>y(`button`,{type:`button`,class:`button small`,"aria-label":`${r} hand: ${e}`,onclick:()=>a(e)},e)),l=Fr(`Single fingers of the ${r} hand`,R(i),n=>void e.edit({kind:`set_fingers`,figure:t.id,side:r,single:n}),`On: a slider for each finger. Off: all fingers together; each takes the mean of what they had.`);return y(`div`,{class:`hand`,role:`group`,"aria-label":`${r} hand`,"data-hand":n},y(`div`,{class:`hand-shapes`},...c),y(`div`,{class:`parameter`},s),Mr(`Single fingers`,l))}var U_=class{editor;figure;wanted;element;empty=y(`p`,{class:`panel-empty`,hidden:!0},`No part or slider matches.`);limbs;constructor(e,t,n){this.editor=e,this.figure=t,this.wanted=n;let r=[...new Set(t.data.parameters.map(e=>e.limb))];this.limbs=r.map(e=>this.limb(e)),this.element=y(`div`,{role:`group`,"aria-label":`Parameters by limb`},...this.limbs.map(e=>e.element),this.empty),B(()=>this.filter()),B(()=>this.showOpen()),B(()=>this.showValues()),B(()=>this.showStiffness()),B(()=>this.showSelection())}get rows(){return this.limbs.flatMap(e=>e.rows)}limb(e){let{editor:t,figure:n}=this,{data:r}=n,i=r.parameters.filter(t=>t.limb===e).map(e=>this.row(e)),a=i.map(e=>e.parameter.name),o=i[0]?.parameter.joint,s=r.joints.some(t=>t.limb===e&&t.mirror!==null),c=y(`button`,{type:`button`,class:`limb-name`,onclick:()=>this.open(e,!this.isOpen(e))},_(`chevron`),y(`span`,{},e)),l=()=>{o&&t.edit(Ze(n.ref(o)))},u=()=>void t.edit($e(n.id,a)),d=e.toLowerCase(),f=z_(n,e),p=F_(n,e);return{name:e,rows:i,element:y(`section`,{class:`limb`,"aria-label":e},y(`header`,{class:`limb-head`},c,s&&b(`mirror`,`Mirror ${d} to the other side (M)`,l,{"data-act":`mirror`}),b(`reset`,`Reset ${d} to rest pose`,u)),y(`div`,{class:`limb-body`},...i.map(e=>e.element),f&&B_(t,n,f),p&&H_(t,n,p),this.vertebrae(a))),button:c}}vertebrae(e){let t=!e.includes(`spine_bend`);if(t&&!e.includes(`t8_bend`))return!1;let n=e=>void this.editor.edit({kind:`set_group`,figure:this.figure.id,group:`spine`,single:e}),r=`Single vertebrae`;return y(`div`,{class:`hand`},Mr(r,Fr(r,R(t),n,`Off: each takes the mean of what they had.`)))}row(e){let{editor:t,figure:n}=this,{name:r,label:i,joint:a,lo:o,hi:s,rest:c,unit:l}=e,u=ze.make({label:i,name:n.nameOf(e),title:`${r}. Alt: fine. Double-click: rest value.`,lo:o,hi:s,rest:c,unit:l,set:e=>void t.edit(et(n.id,r,e)),begin:()=>t.drags.begin({what:`slider`,figure:n.id,parameter:r}),move:e=>t.drags.move({value:e}),end:()=>void t.drags.end(),cancel:()=>t.drags.cancel()});u.addEventListener(`focusin`,()=>t.state.select(n.ref(a)));let d=y(`button`,{type:`button`,class:`stiffness`,onclick:()=>this.editStiffness(f)}),f={parameter:e,slider:u,stiffness:d,element:y(`div`,{class:`parameter`,"data-parameter":r},u,d)};return f}editStiffness({parameter:e,element:t}){let n=t.querySelector(`.stiffness-editor`);if(n){n.remove();return}let r=()=>this.stiffness(e),i=t=>void this.editor.edit(tt(this.figure.id,e.name,t)),a=r(),o=ze.make({label:`stiffness`,lo:0,hi:1,rest:e.stiffness,unit:``,set:i,begin:()=>{a=r()},move:e=>o.show(a=e),end:()=>i(a),cancel:()=>o.show(r())});o.show(r()),t.append(y(`div`,{class:`stiffness-editor`},o))}stiffness({name:e,stiffness:t}){return this.editor.state.stiffness(this.figure.id,e)??t}isOpen(e){return this.editor.state.view.value.open[e]??(this.limbs.length<=2||/right arm/i.test(e))}open(e,t){let{state:n}=this.editor;n.setView({open:{...n.view.value.open,[e]:t}})}showOpen(){let e=this.wanted.value.trim()!==``;for(let{name:t,element:n,button:r}of this.limbs){let i=e||this.isOpen(t);n.classList.toggle(`open`,i),r.setAttribute(`aria-expanded`,String(i))}}showValues(){let{state:e}=this.editor;if(e.panel.value!==`parts`)return;let t=e.values(this.figure.id);for(let{slider:e,parameter:n}of this.rows)e.show(t[this.figure.parameterIndex(n.name)]??0)}showStiffness(){for(let{parameter:e,stiffness:t}of this.rows){let n=this.stiffness(e);t.title=`Stiffness ${n.toFixed(2)}: 0 moves freely, 1 not at all`,t.setAttribute(`aria-label`,`${this.figure.nameOf(e)}: stiffness ${n.toFixed(2)}`),t.classList.toggle(`stiff`,n>0),t.style.setProperty(`--stiff`,String(n))}}filter(){let e=this.wanted.value.trim().toLowerCase().split(/\s+/).filter(Boolean);for(let{element:t,rows:n}of this.limbs){for(let t of n){let{name:n,label:r,limb:i,joint:a}=t.parameter,o=`${n} ${r} ${i} ${this.figure.joint(a)?.label??``}`.toLowerCase();t.element.hidden=!e.every(e=>o.includes(e))}t.hidden=n.every(e=>e.element.hidden)}this.empty.hidden=!this.limbs.length||this.limbs.some(e=>!e.element.hidden)}showSelection(){let{state:e}=this.editor,t=e.selection.value.part,n=t?.figure===this.figure.id?t.part:null,r=e.panel.value===`parts`;for(let{parameter:e,element:t}of this.rows)t.classList.toggle(`selected`,e.joint===n);n!==null&&r&&!this.element.contains(document.activeElement)&&zt(()=>{let e=this.figure.joint(n)?.limb,t=this.limbs.find(t=>t.name===e);t&&(this.isOpen(t.name)||this.open(t.name,!0),(t.rows.find(e=>e.parameter.joint===n)??t).element.scrollIntoView({block:`nearest`}))})}},W_=class{element=y(`div`,{class:`panel parts-panel`});search;constructor(e){let{state:t}=e,n=R(``);this.search=y(`input`,{type:`search`,class:`search`,placeholder:`Search parts and sliders`,"aria-label":`Search parts and sliders`,spellcheck:`false`,oninput:()=>{n.value=this.search.value},onkeydown:e=>{e.key===`Escape`&&(n.value=this.search.value=``,this.search.blur(),e.stopPropagation())}});let r=y(`div`,{class:`panel-scroll`}),i=z(()=>t.active.value?.data.joints??[]),a=z(()=>{let{part:e}=t.selection.value;return[{label:`Choose a part …`,chosen:e===null},...i.value.map(({name:t,label:n})=>({label:n,chosen:t===e?.part}))]});this.element.append(y(`div`,{class:`panel-head`},e_(t),y(`div`,{class:`search-box`},_(`search`),this.search),Ir(`Part`,a,e=>{let n=i.value[e-1];t.select(n?t.active.value?.ref(n.name)??null:null)})),r);let o=new $g(r,(t,r)=>new U_(e,r,n).element);B(()=>{let e=t.active.value,n=r.contains(document.activeElement)?document.activeElement?.getAttribute(`aria-label`):null;o.show(e?[[e,null]]:[]),n&&!r.contains(document.activeElement)&&this.focus(r,n)})}focus(e,t){[...e.querySelectorAll(`[aria-label]`)].find(e=>e.getAttribute(`aria-label`)===t)?.focus()}shown(){this.element.querySelector(`.parameter.selected`)?.scrollIntoView({block:`nearest`})}focusSearch(){this.search.focus()}},G_={width:84,height:92},K_=300,q_=400,J_=class{state;stage;kept=new Map;asked=new Map;constructor(e,t){this.state=e,this.stage=t}get(e,t){let n=[e.id,this.state.figureState(e.id)?.figure,t.name,t.stamp,this.state.theme.value].join(`
`),r=this.kept.get(n);if(!r){r=R(null),this.kept.set(n,r);let i=this.kept.keys().next().value;this.kept.size>q_&&i!==void 0&&this.kept.delete(i),this.draw(e,t.name,r,n)}return r}async draw(e,t,n,r){let i=await this.ask(e.id),a=i?.names.indexOf(t)??-1;if(!i||a<0){this.kept.delete(r);return}let o=Uint8Array.from(atob(i.transforms),e=>e.charCodeAt(0)),s=new Float32Array(o.buffer).subarray(12*i.joints*a,12*i.joints*(a+1)),c=Math.min(Math.ceil(devicePixelRatio),2),l=()=>{let t=this.state.playing||this.state.dragging.value?null:this.stage.pictureOf(e,s,c*G_.width,c*G_.height);t?n.value=t:setTimeout(l,K_)};l()}ask(e){let t=this.asked.get(e);return t||(t=fetch(`/api/poses?${new URLSearchParams({figure:e})}`).then(e=>e.ok?e.json():null).catch(()=>null),this.asked.set(e,t),t.finally(()=>setTimeout(()=>this.asked.delete(e),0))),t}},Y_=[{locks:`own`,label:`with its locks`,title:`The locks of the pose are taken up; others that do not hold there sleep`},{locks:`asleep`,label:`locks asleep`,title:`The pose exactly; locks that do not hold there sleep`},{locks:`hold`,label:`locks hold`,title:`All locks hold, and the pose is as near as they allow`}],X_=class{editor;names;element;locks=R(0);limb=R(!1);mirrored=R(!1);blended=R(null);slider;constructor(e,t){this.editor=e,this.names=t;let{state:n,drags:r}=e,i=Ir(`Locks of poses`,z(()=>Y_.map(({label:e},t)=>({label:e,chosen:t===this.locks.value}))),e=>{this.locks.value=e});B(()=>{i.title=Y_[this.locks.value]?.title??``});let a=Fr(`Only the limb of the selected part`,this.limb,e=>{this.limb.value=e}),o=Fr(`Mirrored`,this.mirrored,e=>{this.mirrored.value=e}),s=Ir(`Pose to blend in`,z(()=>this.names().map(e=>({label:e,chosen:e===this.pose}))),e=>{this.blended.value=this.names()[e]??null});this.slider=ze.make({label:`Blend`,title:`How far the figure goes to this pose, from where it is`,lo:0,hi:1,unit:``,begin:()=>{let[e,t]=[n.active.value?.id,this.pose];e&&t&&r.begin({what:`pose`,figure:e,pose:t,...this.how(e)})},move:e=>{r.move({value:e}),this.slider.show(e)},end:()=>{r.end(),this.slider.show(0)},cancel:()=>{r.cancel(),this.slider.show(0)},set:e=>{let[t,r]=[n.active.value?.id,this.pose];t&&r&&this.apply(t,r,{share:Math.min(Math.max(e,0),1)}),this.slider.show(0)}}),this.slider.show(0),this.element=y(`div`,{class:`pose-choice`},Mr(`Locks`,i),Mr(`Limb only`,a),Mr(`Mirrored`,o),Mr(`Blend in`,s),this.slider),B(()=>{for(let e of[s.parentElement,this.slider])e&&(e.hidden=this.names().length===0)})}async apply(e,t,n={}){this.blended.value=t,await this.editor.edit({kind:`apply_pose`,figure:e,name:t,...this.how(e),...n})}get pose(){let e=this.names(),t=this.blended.value;return t!==null&&e.includes(t)?t:e[0]??null}how(e){let{part:t}=this.editor.state.selection.value,n=this.limb.value&&t?.figure===e;return{locks:Y_[this.locks.value]?.locks??`own`,mirrored:this.mirrored.value,...n&&{parts:[t.part]}}}},Z_=class{editor;element=y(`div`,{class:`panel poses-panel`});name;pictures;choice;poses;constructor(e,t){this.editor=e;let{state:n}=e;this.pictures=new J_(n,t),this.poses=z(()=>n.figureState(n.active.value?.id??``)?.poses??[],Ih);let r=z(()=>this.poses.value.map(e=>e.name),Ih);this.choice=new X_(e,()=>r.value);let[i,a]=r_(`Name of this pose`,`Store the current pose under this name, with its locks (P)`,()=>void this.store());this.name=i;let o=y(`div`,{class:`shelf-grid`,role:`list`,"aria-label":`Poses`}),s=y(`p`,{class:`panel-empty`},`No stored poses. Store the current pose to return to it with a click.`);this.element.append(y(`div`,{class:`panel-head`},e_(n),this.name,a),y(`div`,{class:`panel-scroll`},o,s),this.choice.element);let c=new $g(o,(e,t)=>this.tile(e,t));B(()=>{let e=n.active.value?.id??``;c.show(this.poses.value.map(t=>[`${e}\n${t.name}`,t])),s.hidden=this.poses.value.length>0})}focusName(){this.name.focus(),this.name.select()}async store(){let e=new Set(this.poses.value.map(e=>e.name)),t=this.name.value.trim();for(let n=e.size+1;!t;n++)e.has(`pose ${n}`)||(t=`pose ${n}`);this.name.value=``;let n=e.has(t)?`Replaced`:`Stored`;await this.edit(nt,t)&&(this.editor.state.status.value=`${n} pose “${t}”`)}tile(e,t){let{state:n}=this.editor,r=t.slice(t.indexOf(`
`)+1),i=y(`canvas`,{width:G_.width,height:G_.height,"aria-hidden":`true`}),a=y(`span`,{class:`clip-length dim`}),o=y(`button`,{type:`button`,class:`clip-icon pose-icon`,onclick:()=>this.apply(r),oncontextmenu:e=>{e.preventDefault(),e.stopPropagation();let t=o.getBoundingClientRect();this.menu(r,e.clientX?{x:e.clientX,y:e.clientY}:{x:t.left,y:t.bottom})},onkeydown:e=>{(e.key===`F2`||e.key===`Delete`)&&(e.preventDefault(),e.stopPropagation(),e.key===`F2`?this.rename(r):this.edit(rt,r))}},i,y(`span`,{class:`clip-name`},r),a);return B(()=>{let t=e.value.locks;a.textContent=t?`⚲ ${t}`:``;let n=t?`, with ${t} lock${t===1?``:`s`}`:``;o.title=`${r}${n}: a click applies it, a right click offers more`,o.setAttribute(`aria-label`,`Pose ${r}${n}`)}),B(()=>{let t=n.active.value,a=t&&this.poses.value.some(e=>e.name===r)?this.pictures.get(t,e.value).value:null;o.dataset.drawn=String(a!==null),a&&([i.width,i.height]=[a.width,a.height],i.getContext(`2d`)?.putImageData(a,0,0))}),y(`div`,{role:`listitem`,"data-pose":r},o)}apply(e,t={}){let n=this.editor.state.active.value;n&&this.choice.apply(n.id,e,t)}menu(e,t){j([{label:`Apply`,run:()=>this.apply(e)},{label:`Apply mirrored`,run:()=>this.apply(e,{mirrored:!0})},{label:`Apply, locks asleep`,run:()=>this.apply(e,{locks:`asleep`})},{label:`Apply, locks hold`,run:()=>this.apply(e,{locks:`hold`})},{label:`Half of the way`,run:()=>this.apply(e,{share:.5})},`-`,{label:`Replace by the current pose`,run:()=>void this.edit(nt,e)},{label:`Rename …`,keys:`F2`,run:()=>this.rename(e)},{label:`Delete`,keys:`Delete`,icon:`trash`,run:()=>void this.edit(rt,e)}],t,{title:e})}rename(e){He(`New name for ${e}`,e,t=>void this.edit(n=>it(n,e,t),e))}async edit(e,t){let n=this.editor.state.active.value;return n!==null&&await this.editor.edit(e(n.id,t))!==null}},Q_={figures:[`Figures`,`box`],parts:[`Parts`,`pose`],locks:[`Locks`,`lock`],solver:[`Solver`,`solve`],poses:[`Poses`,`star`],clips:[`Clips`,`film`],history:[`History`,`undo`]},[$_,ev]=[240,900],tv=class{state;panels;element;tabs;constructor(e,t){this.state=e,this.panels=t,this.tabs=new Map(l.map(e=>[e,this.tab(e)]));for(let e of l){let{element:n}=t[e];Object.assign(n,{id:`panel-${e}`,hidden:!0,role:`tabpanel`}),n.setAttribute(`aria-labelledby`,`tab-${e}`)}this.element=y(`aside`,{class:`side`,"aria-label":`Panels`},this.edge(),y(`div`,{class:`tabs`,role:`tablist`},...this.tabs.values()),...l.map(e=>t[e].element)),B(()=>this.show(e.panel.value))}edge(){let{state:e}=this,t=t=>e.setView({width:Math.min(Math.max(Math.round(t),$_),ev)}),n=y(`div`,{class:`side-edge`,role:`separator`,tabindex:`0`,title:`Drag: width of the panel; double-click: fold it away (Shift+P)`,"aria-label":`Width of the panel`,"aria-orientation":`vertical`,onpointerdown:e=>n.setPointerCapture(e.pointerId),onpointermove:e=>{n.hasPointerCapture(e.pointerId)&&t(window.innerWidth-e.clientX)},ondblclick:()=>e.setView({folded:!0}),onkeydown:e=>{let n=e.key===`ArrowLeft`?16:e.key===`ArrowRight`?-16:0;n&&t(this.element.clientWidth+n)}});return B(()=>{let{width:t,folded:r}=e.view.value;document.body.classList.toggle(`folded`,r),t===null?document.body.style.removeProperty(`--side`):document.body.style.setProperty(`--side`,`${t}px`),n.setAttribute(`aria-valuenow`,String(t??0))}),n}tab(e){let[t,n]=Q_[e];return y(`button`,{type:`button`,class:`tab`,role:`tab`,id:`tab-${e}`,"aria-controls":`panel-${e}`,onclick:()=>this.state.setView({panel:e}),onkeydown:e=>this.key(e)},_(n),y(`span`,{},t))}show(e){for(let[t,n]of this.tabs){let r=t===e;n.setAttribute(`aria-selected`,String(r)),n.tabIndex=r?0:-1;let i=this.panels[t],a=r&&i.element.hidden;i.element.hidden=!r,a&&i.shown?.()}}key(e){let t=e.key===`ArrowRight`?1:e.key===`ArrowLeft`?-1:0;if(!t)return;let n=l[(l.indexOf(this.state.panel.value)+t+l.length)%l.length]??`parts`;this.state.setView({panel:n}),this.tabs.get(n)?.focus(),e.stopPropagation(),e.preventDefault()}};function nv(e,t,n){let r=e.name.replaceAll(`_`,` `);if(typeof e.default==`boolean`)return Fr(r,z(()=>t.value===!0),n);let i=[...e.type.matchAll(/["']([^"']+)["']/g)].map(e=>e[1]??``);if(i.length)return Ir(r,z(()=>i.map(e=>({label:e,chosen:e===t.value}))),e=>n(i[e]));let a=y(`input`,{type:`text`,class:`field short`,"aria-label":r,placeholder:`auto`,spellcheck:`false`,onchange:()=>{let r=iv(e,a.value);r===void 0?a.value=rv(t.value):n(r)}});return B(()=>{a.value=rv(t.value)}),a}function rv(e){return e==null?``:typeof e==`number`?e!==0&&Math.abs(e)<.001?e.toExponential():String(e):JSON.stringify(e)}function iv(e,t){if(t.trim()===``)return e.type.includes(`None`)?null:e.default;let n=Ve(t);if(n!==null)return/\bint\b/.test(e.type)&&!/\bfloat\b/.test(e.type)?Math.round(n):n;if(/^[[{"]/.test(t.trim()))try{return JSON.parse(t)}catch{return}return/\bstr\b/.test(e.type)?t:void 0}var av=[`part`,`branch`,`joint`],ov=[[`balance`,`Balance`,`centre of mass over the feet`],[`comfort`,`Comfort`,`joints in easy range`],[`collision`,`Collision`,`no part in another, or in another figure`],[`floor`,`Floor`,`nothing below the ground`]],sv=class{editor;element=y(`div`,{class:`panel solver-panel`});settings;solver;unsuited;constructor(e){this.editor=e;let{state:t}=e;this.settings=t.settings,this.unsuited=z(()=>t.active.value?.data.unsuited??{},Ih),this.solver=z(()=>t.catalogue.value.solvers.find(({kind:e})=>e===t.settings.value?.solver)??null);let n=y(`div`,{class:`panel-scroll form`},Nr(`Dragging`),Mr(`What follows`,this.modes()),Mr(`Full body ends at`,this.base()),Mr(`Locks`,this.continuous()),Nr(`Method`),Mr(`Solver`,this.solvers()),this.summary(),this.reasons(),Mr(`Iterations`,this.iterations()),this.solveButton(),Nr(`Body`),...ov.map(([e,t,n])=>this.bodyGoal(e,t,n)),...this.options());this.element.append(n)}set(e){this.editor.edit(Xe(e))}modes(){let e=z(()=>av.indexOf(this.settings.value?.drag_mode??`branch`));return Pr(fr.map(({label:e})=>e),e,e=>this.set(Yt(av[e]??`branch`,this.settings.value,this.editor.state.active.value?.root?.name)))}base(){let e=z(()=>this.editor.state.active.value?.data.joints.filter(e=>e.kind!==`fixed`||e.parent===null)??[]);return Ir(`IK chain root`,z(()=>{let t=this.settings.value?.drag_base??null,n=e.value.map(({name:e,label:n})=>({label:n,chosen:e===t}));return[{label:`the root`,chosen:t===null},...n]}),t=>{let n=e.value[t-1];n?this.set({drag_base:n.name}):this.set({drag_base:null,...this.settings.value?.drag_mode===`joint`&&{drag_mode:`branch`}})},{title:`The joint that a pull of the full body, and Ctrl + drag, goes up to`})}continuous(){return Pr([`while dragging`,`on release`],z(()=>+!this.settings.value?.continuous),e=>this.set({continuous:e===0}))}solvers(){let e=y(`select`,{class:`field`,"aria-label":`Solver`,onchange:()=>this.set({solver:e.value,options:{}})});return B(()=>{let[t,n]=[this.editor.state.catalogue.value.solvers,this.unsuited.value],r=({kind:e})=>y(`option`,{value:e,title:n[e]??``},e),i=t.filter(({kind:e})=>e in n);x(e,...t.filter(({kind:e})=>!(e in n)).map(r),i.length>0&&y(`optgroup`,{label:`not for this figure`,disabled:!0},...i.map(r)))}),B(()=>{this.editor.state.catalogue.value,this.unsuited.value,e.value=this.solver.value?.kind??``}),e}summary(){let e=y(`p`,{class:`note`});return B(()=>{e.textContent=this.solver.value?.summary.replaceAll("`",``)??``}),e}reasons(){let[e,t]=[y(`summary`,{}),y(`ul`,{})],n=y(`details`,{class:`why-not`},e,t),r=new $g(t,(e,t)=>{let n=y(`b`,{});return B(()=>{n.textContent=e.value}),y(`li`,{},n,`: ${t}`)}),i=z(()=>(this.settings.value?.solver??``)in this.unsuited.value);return B(()=>{let e=new Map;for(let[t,n]of Object.entries(this.unsuited.value))e.set(n,e.has(n)?`${e.get(n)}, ${t}`:t);r.show(e),n.hidden=e.size===0}),B(()=>{n.classList.toggle(`chosen`,i.value),n.open=i.value}),B(()=>{e.textContent=i.value?`${this.settings.value?.solver} cannot pull this figure`:`Why not the others?`}),n}iterations(){let e=y(`input`,{type:`number`,class:`field short`,min:`1`,max:`10000`,step:`1`,"aria-label":`Iterations per refresh`,onchange:()=>this.set({iterations_per_refresh:Math.round(Number(e.value))||1})}),t=z(()=>String(this.settings.value?.iterations_per_refresh??``));return B(()=>{e.value=t.value}),y(`div`,{class:`row`},e,y(`span`,{class:`dim`},`per refresh`))}solveButton(){let{state:e}=this.editor,t=y(`button`,{type:`button`,class:`button primary wide`,onclick:()=>void this.editor.solve()});return B(()=>{let n=e.solving.value,r=n?`Stop (${n.iterations} iterations)`:`Solve until converged`;x(t,_(n?`stop`:`solve`),r),t.title=n?`Stop and keep the current result`:`Iterate until all locks hold or no step helps any more (Ctrl+Enter)`}),t}bodyGoal(e,t,n){return Mr(t,y(`label`,{class:`row`},Fr(t,z(()=>this.settings.value?.[e]??!1),t=>this.set({[e]:t}),n),y(`span`,{class:`dim`},n)))}options(){let[e,t]=[Nr(`Options`),y(`div`,{class:`form-rows`})],n=new $g(t,e=>this.option(e.value));return B(()=>{let t=this.solver.value;n.show((t?.options??[]).map(e=>[`${t?.kind} ${e.name}`,e])),e.hidden=!t?.options.length}),[e,t]}option(e){let t=()=>this.settings.value?.options??{},n=z(()=>e.name in t()?t()[e.name]:e.default,Ih);return Mr(e.name.replaceAll(`_`,` `),nv(e,n,n=>{let{[e.name]:r,...i}=t();this.set({options:Ih(n,e.default)?i:{...i,[e.name]:n}})}))}};function cv(e){return new ph({antialias:!e,alpha:!0,powerPreference:`high-performance`,preserveDrawingBuffer:e})}function lv(){let e=document.createElement(`canvas`).getContext(`webgl2`);if(!e)return!0;let t=e.getExtension(`WEBGL_debug_renderer_info`),n=String(e.getParameter(t?t.UNMASKED_RENDERER_WEBGL:e.RENDERER));return e.getExtension(`WEBGL_lose_context`)?.loseContext(),/swiftshader|llvmpipe|software|basic render/i.test(n)}function uv(e,t,n,r){if(!dv(e,t))return 1/0;let[i,a,o]=e.origin,[s,c,l]=e.direction,u=1/0;for(let e=t.start;e<t.start+t.count;e+=3){let[t,d,f]=[3*r[e],3*r[e+1],3*r[e+2]],[p,m,h]=[n[t],n[t+1],n[t+2]],[g,_,v]=[n[d]-p,n[d+1]-m,n[d+2]-h],[y,b,x]=[n[f]-p,n[f+1]-m,n[f+2]-h],[S,C,w]=[c*x-l*b,l*y-s*x,s*b-c*y],T=g*S+_*C+v*w;if(Math.abs(T)<1e-18)continue;let[E,D,O]=[i-p,a-m,o-h],k=(E*S+D*C+O*w)/T;if(k<0||k>1)continue;let[A,j,ee]=[D*v-O*_,O*g-E*v,E*_-D*g],M=(s*A+c*j+l*ee)/T;if(M<0||k+M>1)continue;let N=(y*A+b*j+x*ee)/T;N>0&&N<u&&(u=N)}return u}function dv(e,{centre:t,radius:n}){let r=ir([t.x,t.y,t.z],e.origin),i=sr(r,e.direction)/sr(e.direction,e.direction),a=or(r,e.direction,-i);return sr(a,a)<=n*n}function fv(e,t){return or(e.origin,e.direction,Math.max(0,sr(ir(t,e.origin),e.direction)))}function pv(e,t,n){let r=sr(e.direction,n);if(Math.abs(r)<1e-9)return null;let i=(sr(t,n)-sr(e.origin,n))/r;return i<0?null:or(e.origin,e.direction,i)}function mv(e,t,n){let r=sr(e.direction,n),i=sr(e.direction,e.direction)-r*r;if(i<1e-6)return null;let a=ir(t,e.origin);return(r*sr(a,e.direction)-sr(e.direction,e.direction)*sr(a,n))/i}function hv(e,t,n,r){let i=e=>{let t=ir(e,n);return or(t,r,-sr(t,r))},[a,o]=[i(e),i(t)];return Math.atan2(sr(r,cr(a,o)),sr(a,o))}function gv(e,t,n){let r=Math.max(e.radius??0,e.end_radius??0,...e.radii??[0]);return Math.max(5,Math.min(n,Math.round(n*(.45+5.5*r/t))))}function _v(e,t){return kv(vv(e,t),e.local)}function vv(e,t){switch(e.kind){case`capsule`:return yv(e.start,e.end,e.radius,e.end_radius,t);case`ellipsoid`:return bv(e.radii,t);case`cylinder`:return xv(e.radius,e.length,t);case`box`:return Sv(e.size);case`mesh`:return wv(Cv(e.vertices),Cv(e.triangles));default:return{positions:[],normals:[],indices:[]}}}function yv(e,t,n,r,i){let a=ir(t,e),o=lr(a),s=[],c=e,l=[0,1,0];if(o<=Math.abs(n-r)+1e-12){let a=Math.max(n,r);c=n>=r?e:t,Ev(s,-Math.PI/2,Math.PI/2,a,0,i/1.5)}else{l=dr(a);let e=Math.asin((n-r)/o);Ev(s,-Math.PI/2,e,n,0,i/3),Ev(s,e,Math.PI/2,r,o,i/3)}return Ov(Dv(s,i),c,l)}function bv(e,t){let n=[];Ev(n,-Math.PI/2,Math.PI/2,1,0,t/1.5);let r=Dv(n,t);for(let t=0;t<r.positions.length;t+=3){let[n,i]=[nr(r.positions,t),nr(r.normals,t)],a=dr([i[0]/Math.max(e[0],1e-9),i[1]/Math.max(e[1],1e-9),i[2]/Math.max(e[2],1e-9)]);r.positions.splice(t,3,n[0]*e[0],n[1]*e[1],n[2]*e[2]),r.normals.splice(t,3,...a)}return r}function xv(e,t,n){let r=t/2;return Dv([[0,-r,0,-1],[e,-r,0,-1],[e,-r,1,0],[e,r,1,0],[e,r,0,1],[0,r,0,1]],2*n)}function Sv(e){let[t,n,r]=ar(e,.5);return wv([0,1,2,3,4,5,6,7].map(e=>[e&4?t:-t,e&2?n:-n,e&1?r:-r]),[[0,1,3,2],[4,6,7,5],[0,4,5,1],[2,3,7,6],[0,2,6,4],[1,5,7,3]])}var Cv=e=>Array.from({length:e.length/3},(t,n)=>nr(e,3*n));function wv(e,t){let n={positions:[],normals:[],indices:[]};for(let r of t){let t=n.positions.length/3,i=r.map(t=>e[t]).filter(e=>e!==void 0),a=Tv(i);for(let e of i)n.positions.push(...e),n.normals.push(...a);for(let e=1;e+1<i.length;e++)n.indices.push(t,t+e,t+e+1)}return n}function Tv(e){let t=[0,0,0],n=e[e.length-1];for(let r of e)n&&(t[0]+=(n[1]-r[1])*(n[2]+r[2]),t[1]+=(n[2]-r[2])*(n[0]+r[0]),t[2]+=(n[0]-r[0])*(n[1]+r[1])),n=r;return dr(t)}function Ev(e,t,n,r,i,a){let o=Math.max(2,Math.round(a));for(let a=0;a<=o;a++){let s=t+(n-t)*a/o,[c,l]=[Math.cos(s),Math.sin(s)];e.push([r*c,i+r*l,c,l])}}function Dv(e,t){let n={positions:[],normals:[],indices:[]};for(let[r,i,a,o]of e)for(let e=0;e<t;e++){let s=2*Math.PI*e/t;n.positions.push(r*Math.sin(s),i,r*Math.cos(s)),n.normals.push(a*Math.sin(s),o,a*Math.cos(s))}for(let r=0;r+1<e.length;r++){let[i,a]=[e[r][0],e[r+1][0]];for(let e=0;e<t;e++){let[o,s]=[r*t,(r+1)*t],c=(e+1)%t;i>0&&n.indices.push(o+e,o+c,s+c),a>0&&n.indices.push(o+e,s+c,s+e)}}return n}function Ov(e,t,n){let r=dr(cr(Math.abs(n[0])<.9?[1,0,0]:[0,0,1],n)),i=cr(n,r);return kv(e,[i[0],n[0],r[0],t[0],i[1],n[1],r[1],t[1],i[2],n[2],r[2],t[2]])}function kv(e,t){let n=[nr(t,0),nr(t,4),nr(t,8)],r=nr(t,3,4),i=[cr(n[1],n[2]),cr(n[2],n[0]),cr(n[0],n[1])],a=sr(n[0],i[0])<0,o=(e,t)=>[sr(e[0],t),sr(e[1],t),sr(e[2],t)],s=[],c=[];for(let t=0;t<e.positions.length;t+=3){let l=o(n,nr(e.positions,t));s.push(l[0]+r[0],l[1]+r[1],l[2]+r[2]),c.push(...dr(ar(o(i,nr(e.normals,t)),a?-1:1)))}return{positions:s,normals:c,indices:a?e.indices.slice().reverse():e.indices}}var Av=`MSKN`;function jv(e){let t=new DataView(e);if(String.fromCharCode(...new Uint8Array(e,0,4))!==Av)throw Error(`this is no skin`);let n=t.getUint32(4,!0),r=JSON.parse(new TextDecoder().decode(new Uint8Array(e,8,n))),i=8+n,a=t=>new Float32Array(e,(i+=4*t)-4*t,t);return{meshes:r.meshes.map(({points:t,triangles:n,coordinates:r,...o})=>({...o,points:a(3*t),normals:a(3*t),weights:a(4*t),bones:new Uint16Array(e,(i+=8*t)-8*t,4*t),triangles:new Uint32Array(e,(i+=12*n)-12*n,3*n),coordinates:r?a(2*t):null})),pictures:r.pictures.map(t=>{let n=new Uint8Array(e,i,t);return i+=Math.ceil(t/4)*4,n})}}var Mv=class{count;starts;joints;binds;constructor(e,t){let n=0;this.starts=e.map(({joints:e})=>(n+=e.length)-e.length),this.count=n,this.joints=Int32Array.from(e.flatMap(({joints:e})=>e.map(t))),this.binds=Float32Array.from(e.flatMap(({binds:e})=>e.flat()))}carry(e,t){for(let n=0;n<this.count;n++){let[r,i]=[12*this.joints[n],12*n];for(let n=0;n<3;n++){let a=r+4*n,[o,s,c]=[e[a],e[a+1],e[a+2]];for(let r=0;r<4;r++){let l=i+r,u=o*this.binds[l]+s*this.binds[l+4]+c*this.binds[l+8];t[i+4*n+r]=r===3?u+e[a+3]:u}}}}bound(e,t,n){let[r,i,a]=[t[3*n],t[3*n+1],t[3*n+2]],o=e=>this.binds[e]*r+this.binds[e+1]*i+this.binds[e+2]*a+this.binds[e+3];return[o(12*e),o(12*e+4),o(12*e+8)]}};function Nv(e,{start:t,count:n},r,i,a){let o=new Float32Array(3*n),s=new Uint32Array(n);for(let e=0;e<n;e++){s[e]=e;let n=i[t+e],[c,l,u]=[r.position[3*n],r.position[3*n+1],r.position[3*n+2]];for(let t=0;t<4;t++){let i=r.weights[4*n+t];if(!i)continue;let s=12*r.bones[4*n+t];for(let t=0;t<3;t++){let n=s+4*t;o[3*e+t]+=i*(a[n]*c+a[n+1]*l+a[n+2]*u+a[n+3])}}}return uv(e,{start:0,count:n,centre:{x:0,y:0,z:0},radius:1/0},o,s)}function Pv(e){return Math.max(...ir(e.highest,e.lowest),.001)}function Fv(e,t,n){let r=[],i=[],a=[],o=[],s=[],c=[],l=e.data.joints.map(()=>({start:0,count:0})),u=[...e.data.shapes].sort((e,t)=>e.joint-t.joint);for(let d of u){let u=_v(d,gv(d,Pv(e.data),n));if(!u.indices.length)continue;let f=d.colour?new J().setRGB(d.colour[0],d.colour[1],d.colour[2],Na):zv(e.data,d.joint,t),p=r.length/3,m=s.length;for(let e of u.indices)s.push(p+e);for(let e of u.positions)r.push(e);for(let e of u.normals)i.push(e);for(let e=0;e<u.positions.length/3;e++)a.push(d.joint),o.push(f.r,f.g,f.b);let h=new gc().setFromPoints(Bv(u.positions));c.push({joint:d.joint,start:m,count:u.indices.length,centre:h.center,radius:h.radius});let g=l[d.joint];g.count||(g.start=m),g.count=s.length-g.start}let d=[[`position`,r,3],[`normal`,i,3],[`joint`,a,1],[`colour`,o,3]],f=new uc(new Uint32Array(s),1);return{...Lv(d.map(([e,t,n])=>[e,new Float32Array(t),n]),f,f),pieces:c,parts:l,skin:null}}function Iv(e,{meshes:t}){let n=new Mv(t,t=>Math.max(e.jointIndex(t),0)),r=t.reduce((e,{points:t})=>e+t.length/3,0),[i,a,o]=[0,0,0].map(()=>new Float32Array(3*r)),[s,c,l]=[new Float32Array(4*r),new Float32Array(4*r),new Float32Array(2*r)],u=new Float32Array(r),d=[],f=[],p=new Map,m=new Map,h=0;t.forEach((e,t)=>{let r=e.points.length/3,g=n.starts[t];i.set(e.points,3*h),a.set(e.normals,3*h),c.set(e.weights,4*h),s.set(e.bones.map(e=>e+g),4*h),e.coordinates&&l.set(e.coordinates,2*h);for(let t=0;t<r;t++){let r=e.bones[4*t]+g,i=n.joints[r];u[h+t]=i,o.set(e.colour.slice(0,3),3*(h+t));let a=m.get(i)??new Ks;m.set(i,a.expandByPoint(new G(...n.bound(r,e.points,t))))}f.push([d.length,e.triangles.length]);for(let t=0;t<e.triangles.length;t+=3){let n=[0,1,2].map(n=>e.triangles[t+n]+h);d.push(...n);let r=Rv(n.map(e=>u[e])),i=p.get(r)??[];i.push(...n),p.set(r,i)}h+=r});let g=e.data.joints.map(()=>({start:0,count:0})),_=[],v=[];for(let[e,t]of[...p].sort(([e],[t])=>e-t)){let n=(m.get(e)??new Ks(new G,new G)).getBoundingSphere(new gc),r={start:v.length,count:t.length};_.push({joint:e,...r,centre:n.center,radius:n.radius}),g[e]=r;for(let e of t)v.push(e)}let y=[[`position`,i,3],[`normal`,a,3],[`joint`,u,1],[`colour`,o,3],[`bones`,s,4],[`weights`,c,4],[`coordinates`,l,2]],[b,x]=[d,v].map(e=>new uc(new Uint32Array(e),1)),S=Lv(y,b,x);for(let[e,[t,n]]of f.entries())S.drawn.addGroup(t,n,e);return{...S,pieces:_,parts:g,skin:{bones:n,surfaces:t}}}function Lv(e,t,n){let[r,i]=[new wc,new wc];for(let[t,n,a]of e){let e=new uc(n,a);for(let n of[r,i])n.setAttribute(t,e)}return r.setIndex(t),i.setIndex(n),{drawn:r,byParts:i}}var Rv=([e,t,n])=>t===n?t:e;function zv(e,t,n){let{side:r}=e.joints[t],i=(r===`left`?n.left:r===`right`?n.right:n.centre).clone();if(e.joints.every(e=>e.side===`centre`)){let n=new Map(e.joints.map(e=>[e.name,e])),r=0;for(let i=e.joints[t];i;i=n.get(i.parent??``))r+=i.kind===`fixed`?0:1;r%2&&i.multiplyScalar(.72)}return i}function Bv(e){let t=[];for(let n=0;n<e.length;n+=3)t.push(new G(...nr(e,n)));return t}var Vv=`
uniform vec3 accent;
uniform float brightness;
uniform vec4 tint; // and its strength
/** Hatched, so that what is frozen is known without colours as well. */
float hatch(vec2 at, int look) { return (look & 8) != 0 && fract((at.x + at.y) / 9.0) < 0.36 ? 0.78 : 1.0; }
vec3 seen(vec3 n, vec3 colour, int look) {
  vec3 up = mat3(viewMatrix) * vec3(0.0, 1.0, 0.0);
  float sky = 0.5 + 0.5 * dot(n, up);
  float key = max(dot(n, vec3(-0.4358, 0.5327, 0.7264)), 0.0);
  float away = 1.0 - max(n.z, 0.0);
  vec3 own = mix(colour, tint.rgb, tint.a);
  if ((look & 8) != 0) own = mix(own, dot(own, vec3(0.3, 0.59, 0.11)) * vec3(0.82, 0.97, 1.15), 0.8); // frozen
  vec3 base = (look & 1) != 0 ? mix(own, vec3(1.0), 0.12) : own;
  vec3 ambient = mix(vec3(0.20, 0.19, 0.19), vec3(0.50, 0.53, 0.58), sky);
  vec3 shade = base * brightness * (ambient + key * vec3(0.72, 0.69, 0.64) + away * away * away * sky * vec3(0.22, 0.25, 0.30));
  float chosen = (look & 2) != 0 ? 1.0 : (look & 4) != 0 ? 0.7 : 0.0;
  shade = mix(shade, accent, chosen * (0.16 + 0.84 * pow(away, 1.6)));
  return mix(shade * 12.92, 1.055 * pow(max(shade, 0.0), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, shade)); // sRGB
}`,Hv=`
in float joint;
in vec3 colour;
#ifdef SKIN
in vec4 bones;
in vec4 weights;
in vec2 coordinates;
#endif
uniform highp sampler2D transforms;
uniform sampler2D looks;
uniform float thickness;
out vec3 vNormal;
out vec3 vColour;
out float vHeight;
out vec2 vCoordinates;
flat out int vLook;
${Vv}
void main() {
  int j = int(joint + 0.5);
#ifdef SKIN
  vec4 x = vec4(0.0);
  vec4 y = vec4(0.0);
  vec4 z = vec4(0.0);
  for (int k = 0; k < 4; k++) { // linear blend skinning
    int bone = int(bones[k] + 0.5);
    x += weights[k] * texelFetch(transforms, ivec2(0, bone), 0);
    y += weights[k] * texelFetch(transforms, ivec2(1, bone), 0);
    z += weights[k] * texelFetch(transforms, ivec2(2, bone), 0);
  }
  vCoordinates = coordinates;
#else
  vec4 x = texelFetch(transforms, ivec2(0, j), 0);
  vec4 y = texelFetch(transforms, ivec2(1, j), 0);
  vec4 z = texelFetch(transforms, ivec2(2, j), 0);
  vCoordinates = vec2(0.0);
#endif
  vec4 p = vec4(position, 1.0);
  vec3 place = vec3(dot(x, p), dot(y, p), dot(z, p));
  // a normal goes with the cofactors, so that scales in the tree do not tilt it
  vec3 n = vec3(dot(cross(y.xyz, z.xyz), normal), dot(cross(z.xyz, x.xyz), normal), dot(cross(x.xyz, y.xyz), normal));
  vec4 world = modelMatrix * vec4(place, 1.0);
  vHeight = world.y;
  vNormal = normalize(mat3(viewMatrix) * mat3(modelMatrix) * n);
  vLook = int(texelFetch(looks, ivec2(0, j), 0).r * 255.0 + 0.5);
  gl_Position = projectionMatrix * viewMatrix * world;
#ifdef OUTLINE
  vec2 aside = (projectionMatrix * vec4(vNormal, 0.0)).xy;
  vec2 size = vec2(projectionMatrix[1][1] / projectionMatrix[0][0], 1.0);
  aside *= size;
  gl_Position.xy += normalize(aside + 1e-9) / size * thickness * gl_Position.w;
#endif
#ifdef LOW
  vColour = seen(vNormal, colour, vLook);
#else
  vColour = colour;
#endif
  if ((vLook & 16) != 0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // hidden
}`,Uv=`
in vec3 vNormal;
in vec3 vColour;
in float vHeight;
in vec2 vCoordinates;
flat in int vLook;
out vec4 result;
`,Wv=`
${Uv}
uniform float clear;
${Vv}
#ifdef PICTURE
uniform sampler2D picture;
uniform float cut;
vec3 painted() {
  vec4 texel = texture(picture, vCoordinates);
  if (texel.a < cut) discard;
  return texel.rgb;
}
#else
vec3 painted() { return vec3(1.0); }
#endif
#ifdef LOW
void main() { result = vec4(vColour * painted() * hatch(gl_FragCoord.xy, vLook), clear); }
#else
void main() {
  vec3 n = normalize(vNormal);
  vec3 own = vColour * pow(painted(), vec3(2.2)); // pictures are in sRGB
  result = vec4(seen(gl_FrontFacing ? n : -n, own, vLook) * hatch(gl_FragCoord.xy, vLook), clear);
}
#endif`,Gv=`
${Uv}
uniform vec3 accent;
void main() { result = vec4(pow(accent, vec3(1.0 / 2.2)), 1.0); }`,Kv=`
${Uv}
uniform vec4 ghost;
void main() {
  float away = 1.0 - abs(normalize(vNormal).z);
  result = vec4(pow(ghost.rgb, vec3(1.0 / 2.2)), ghost.a * (0.25 + 0.75 * away));
}`,qv=`
${Uv}
uniform float size;
void main() {
  float above = max(vHeight, 0.0) / size;
  result = vec4(0.75 * exp(-above * 14.0) + 0.22 * exp(-above * 2.2));
}`,Jv={hover:1,selected:2,chain:4,frozen:8,hidden:16},Yv=1.5,Xv=.7,Zv=class{figure;surface;mesh;outline;shadow;transforms;uniforms={accent:{value:new J},brightness:{value:1},thickness:{value:0},clear:{value:1},tint:{value:new Wo}};posed=!1;hidden=!1;texture;looks;made;grabbed;pictures;constructor(e,t,n,r=null){this.figure=e,this.surface=r;let{data:i}=e,a=i.joints.length;this.made=r?Iv(e,r):Fv(e,t,n?10:24),this.pictures=(r?.pictures??[]).map($v),this.transforms=new Float32Array(12*a),this.grabbed=I_(e),this.texture=this.poseTexture(),this.looks=ey(new Uint8Array(4*a),1,a,bi);let o={...this.uniforms,transforms:{value:this.texture},looks:{value:this.looks},size:{value:Pv(i)}},s=this.made.skin?{SKIN:1}:{},c=({defines:e,uniforms:t,...n})=>new od({uniforms:{...o,...t},vertexShader:Hv,glslVersion:Ba,defines:{...s,...e},...n}),l={fragmentShader:Wv,transparent:!0,blending:0},u=n?{LOW:1}:{},d=this.made.skin?.surfaces.map(({picture:e,cut:t})=>{let n=e===null?void 0:this.pictures[e];return c({...l,side:2,defines:{...u,...n&&{PICTURE:1}},uniforms:{picture:{value:n??null},cut:{value:t}}})});this.mesh=this.object(d??c({...l,defines:u})),this.outline=this.object(c({fragmentShader:Gv,side:1,defines:{OUTLINE:1}}),this.made.byParts),this.shadow=this.object(c({fragmentShader:qv,side:2,blending:5,blendEquation:104,blendSrc:201,blendDst:201,depthTest:!1,depthWrite:!1})),this.outline.visible=!1}get visible(){return this.posed&&!this.hidden}tint(e){let t=new J().setRGB(...e??[0,0,0],Na);this.uniforms.tint.value.set(t.r,t.g,t.b,e?Xv:0)}pose(e){this.transforms.set(e.subarray(0,this.transforms.length)),this.fill(this.texture,e),this.posed=!0}inherit(e){e.posed&&this.pose(e.transforms),this.hidden=e.hidden;for(let[t,n]of[[this.uniforms.accent,e.uniforms.accent],[this.uniforms.tint,e.uniforms.tint]])t.value.copy(n.value);this.uniforms.brightness.value=e.uniforms.brightness.value,this.xray(e.uniforms.clear.value<1),this.looks.image.data.set(e.looks.image.data),this.looks.needsUpdate=!0}ghost(){let e=this.figure.data.joints.length,t=this.poseTexture(),n=ey(new Uint8Array(4*e),1,e,bi),r={value:new Wo},i={uniforms:{...this.uniforms,transforms:{value:t},looks:{value:n},ghost:r},vertexShader:Hv,fragmentShader:Kv,glslVersion:Ba,depthWrite:!1},a=this.made.skin?{SKIN:1}:{},o=this.object(new od({...i,defines:a,transparent:!0}));return o.renderOrder=-1,{mesh:o,pose:(e,n,i)=>{this.fill(t,e),r.value.set(n.r,n.g,n.b,i)},dispose:()=>{t.dispose(),n.dispose(),o.material.dispose()}}}look(e){let t=this.looks.image.data;e.forEach((e,n)=>{t[4*n]=e}),this.looks.needsUpdate=!0}outlineOf(e){let t=e===null?void 0:this.made.parts[e];this.outline.visible=t!==void 0&&t.count>0,t&&this.made.byParts.setDrawRange(t.start,t.count)}effector(e){return this.carry(e,this.figure.data.joints[e]?.effector??[0,0,0])}isSolid(e){return(this.made.parts[e]?.count??0)>0}xray(e){for(let t of[this.mesh.material].flat())t.blending=+!!e,t.depthWrite=!e;this.uniforms.clear.value=e?.38:1}hits(e){let t=new Map;return this.meet(e,(e,n)=>{n<(t.get(e)??1/0)&&t.set(e,n)}),[...t].map(([t,n])=>({joint:t,distance:n,point:or(e.origin,e.direction,n)})).sort((e,t)=>e.distance-t.distance)}pick(e){let t=null;this.meet(e,(e,n)=>{n<(t?.distance??1/0)&&(t={joint:e,distance:n})});let n=t;return n&&{...n,point:or(e.origin,e.direction,n.distance)}}meet(e,t){let{byParts:n,skin:r}=this.made,i=e=>n.getAttribute(e).array,a=i(`position`),o=n.getIndex().array,s=r&&{position:a,bones:i(`bones`),weights:i(`weights`)},c=this.looks.image.data,l={origin:[0,0,0],direction:[0,0,0]};for(let n of this.made.pieces){if(c[4*n.joint]&Jv.hidden||!ty(this.transforms,12*n.joint,e,l))continue;let r=s?dv(l,{centre:n.centre,radius:Yv*n.radius})?Nv(e,n,s,o,this.texture.image.data):1/0:uv(l,n,a,o);r<1/0&&t(this.grabbed[n.joint],r)}}place(e){return nr(this.transforms,12*e+3,4)}carry(e,t){return Qv(this.transforms,e,t)}local(e,t){let n={origin:[t[0],t[1],t[2]],direction:[0,0,0]};return ty(this.transforms,12*e,n,n)?n.origin:null}axes(e){let t=t=>dr(nr(this.transforms,12*e+t,4));return[t(0),t(1),t(2)]}middle(e){let t=this.made.pieces.filter(t=>t.joint===e),n=new G;for(let e of t)n.addScaledVector(e.centre,1/t.length);return this.carry(e,n.toArray())}balls(e){return this.made.pieces.filter(t=>!e||e.has(t.joint)).map(({joint:e,centre:t,radius:n})=>({centre:this.carry(e,t.toArray()),radius:n*lr(nr(this.transforms,12*e,4))}))}centre(){let e=this.figure.data.joints.map((e,t)=>this.place(t)),t=t=>{let n=e.map(e=>e[t]);return(Math.min(...n)+Math.max(...n))/2};return[t(0),t(1),t(2)]}dispose(){for(let e of[this.made.drawn,this.made.byParts])e.dispose();for(let e of[this.texture,this.looks,...this.pictures])e.dispose();for(let e of[this.mesh,this.outline,this.shadow])for(let t of[e.material].flat())t.dispose()}object(e,t=this.made.drawn){let n=new Jc(t,e);return n.frustumCulled=!1,n}poseTexture(){let e=this.made.skin?.bones.count??this.figure.data.joints.length;return ey(new Float32Array(12*e),3,e,Ei)}fill(e,t){let n=e.image.data;this.made.skin?this.made.skin.bones.carry(t,n):n.set(t.subarray(0,n.length)),e.needsUpdate=!0}};function Qv(e,t,n){let r=t=>e[t]*n[0]+e[t+1]*n[1]+e[t+2]*n[2]+e[t+3];return[r(12*t),r(12*t+4),r(12*t+8)]}function $v(e){let t=new Uo(e);return t.flipY=!1,t.wrapS=t.wrapT=di,t.generateMipmaps=!0,t.minFilter=yi,t.needsUpdate=!0,t}function ey(e,t,n,r){let i=new Zc(e,t,n,Fi,r);return i.minFilter=i.magFilter=mi,i.needsUpdate=!0,i}function ty(e,t,n,r){let[i,a,o]=[nr(e,t),nr(e,t+4),nr(e,t+8)],s=[cr(a,o),cr(o,i),cr(i,a)],c=sr(i,s[0]);if(!c)return!1;let l=ir(n.origin,nr(e,t+3,4)),u=([e,t,n])=>ar(or(or(ar(s[0],e),s[1],t),s[2],n),1/c);return r.origin=u(l),r.direction=u(n.direction),!0}var ny=class extends Map{holder;surfaces;palette;low;constructor(e,t,n,r){super(),this.holder=e,this.surfaces=t,this.palette=n,this.low=r}take(e){let t=!1;for(let[n,r]of[...this])e.get(n)!==r.figure&&(this.drop(n,r),t=!0);for(let[n,r]of e)this.has(n)||(this.set(n,this.make(r)),t=!0);return t}takeSurfaces(){for(let[e,t]of[...this]){if(t.surface||!this.surfaces.of(t.figure.data.skin))continue;let n=this.make(t.figure);n.inherit(t),this.drop(e,t),this.set(e,n)}}make(e){let t=new Zv(e,this.palette(),this.low,this.surfaces.of(e.data.skin));return this.holder.add(t.mesh,t.outline),t}drop(e,t){this.holder.remove(t.mesh,t.outline),t.dispose(),this.delete(e)}},ry=Eo.degToRad(26),iy=Math.tan(ry/2),ay={perspective:[.55,.14],front:[0,0],side:[-Math.PI/2,0],top:[0,Math.PI/2]},oy=class{name;state;perspective=new Ld;parallel=new Rd;constructor(e){this.name=e;let[t,n]=ay[e];this.state={target:[0,.9,0],yaw:t,pitch:n,height:2.4}}get orbits(){return this.name===`perspective`}camera(e){let{height:t}=this.state,n=e.width/Math.max(e.height,1),r=this.eye(),[i,a]=this.axes(),o=this.orbits?this.perspective:this.parallel,s=this.distance();o instanceof Ld?(o.fov=Eo.radToDeg(ry),o.aspect=n,o.near=s/200,o.far=s*40):(o.top=t/2,o.bottom=-t/2,o.right=t/2*n,o.left=-o.right,o.near=-s*20,o.far=s*20);let c=this.back();return o.matrixAutoUpdate=!1,o.matrix.set(i[0],a[0],c[0],r[0],i[1],a[1],c[1],r[1],i[2],a[2],c[2],r[2],0,0,0,1),o.matrixWorld.copy(o.matrix),o.matrixWorldInverse.copy(o.matrix).invert(),o.updateProjectionMatrix(),o}distance(){return this.state.height/(2*iy)}back(){let{yaw:e,pitch:t}=this.state;return[Math.sin(e)*Math.cos(t),Math.sin(t),Math.cos(e)*Math.cos(t)]}axes(){let{yaw:e,pitch:t}=this.state;return[[Math.cos(e),0,-Math.sin(e)],[-Math.sin(e)*Math.sin(t),Math.cos(t),-Math.cos(e)*Math.sin(t)]]}eye(){return or(this.state.target,this.back(),this.distance())}ray(e,t,n){let[r,i]=this.axes(),a=this.offset(e,t,n),o=or(or(this.state.target,r,a[0]),i,a[1]);if(!this.orbits){let e=this.back();return{origin:or(o,e,this.distance()*4),direction:ar(e,-1)}}let s=this.eye();return{origin:s,direction:dr(ir(o,s))}}project(e,t){let[n,r]=this.axes(),i=ir(t,this.state.target),a=this.distance()-sr(i,this.back());if(this.orbits&&a<=1e-6*this.distance())return null;let o=e.height/this.state.height*(this.orbits?this.distance()/a:1);return{x:e.width/2+sr(i,n)*o,y:e.height/2-sr(i,r)*o}}metresPerPixel(e,t){let n=this.distance()-sr(ir(t,this.state.target),this.back()),r=this.orbits?Math.max(n/this.distance(),.02):1;return this.state.height/Math.max(e.height,1)*r}orbit(e,t){if(!this.orbits)return;let{yaw:n,pitch:r}=this.state;this.state={...this.state,yaw:n-e*.008,pitch:cy(r+t*.008,-1.55,1.55)}}pan(e,t,n){let[r,i]=this.axes(),a=this.state.height/Math.max(e.height,1),o=or(or(this.state.target,r,-t*a),i,n*a);this.state={...this.state,target:o}}zoom(e,t,n,r){let i=cy(this.state.height/r,.001,1e4),a=this.state.height/i,[o,s]=this.axes(),[c,l]=this.offset(e,t,n),u=1-1/a,d=or(or(this.state.target,o,c*u),s,l*u);this.state={...this.state,target:d,height:i}}fitView(e,t,n=1.12){if(!t.length)return;let r=[0,0,0],i=e=>{let n=Math.min(...t.map(t=>sr(t.centre,e)-t.radius)),i=Math.max(...t.map(t=>sr(t.centre,e)+t.radius));return r=or(r,e,(n+i)/2),i-n},[a,o]=this.axes(),[s,c,l]=[i(a),i(o),i(this.back())],u=e.width/Math.max(e.height,1),d=Math.max(c,s/u,.001)*n,f=this.orbits?d+l*iy:d;this.state={...this.state,target:r,height:f}}flip(){let{yaw:e,pitch:t}=this.state;this.state=this.name===`top`?{...this.state,pitch:-t}:{...this.state,yaw:e+Math.PI}}straighten(){let[e,t]=ay[this.name];this.state={...this.state,yaw:e,pitch:t}}offset(e,t,n){let r=this.state.height/Math.max(e.height,1);return[(t-e.width/2)*r,(e.height/2-n)*r]}},sy=()=>({perspective:new oy(`perspective`),front:new oy(`front`),side:new oy(`side`),top:new oy(`top`)}),cy=(e,t,n)=>Math.min(Math.max(e,t),n),ly=new Xu(1,14,10),uy=new Al(1,1,1,8,1).translate(0,.5,0),dy=new jl(1,1,12).translate(0,-.5,0),fy=new G(0,1,0);function py(e,t=1){return new Ic({color:e,transparent:!0,opacity:t,depthTest:!1,depthWrite:!1})}function my(e,t,n){let r=new Jc(e,t);return r.renderOrder=n,r.frustumCulled=!1,r}var hy=(e,t)=>new G(t[0]-e[0],t[1]-e[1],t[2]-e[2]),gy=class{pixels;object;place=[0,0,0];constructor(e,t,n=20){this.pixels=t,this.object=my(ly,e,n)}fit(e,t){this.object.position.set(...this.place),this.object.scale.setScalar(this.pixels*e.metresPerPixel(t,this.place))}},_y=class{pixels;object;from=[0,0,0];to=[0,0,0];constructor(e,t,n=18){this.pixels=t,this.object=my(uy,e,n)}fit(e,t){let n=hy(this.from,this.to),r=n.length(),i=this.pixels/2*e.metresPerPixel(t,this.from);this.object.position.set(...this.from),this.object.quaternion.setFromUnitVectors(fy,r>0?n.divideScalar(r):fy),this.object.scale.set(i,Math.max(r,1e-9),i)}},vy=class{object=new Cs;place=[0,0,0];turn([e,t,n]){let[r,i,a]=[new G(...e),new G(...t),new G(...n)];this.object.quaternion.setFromRotationMatrix(new Yo().makeBasis(r,i,a))}fit(e,t){this.object.position.set(...this.place),this.object.scale.setScalar(e.metresPerPixel(t,this.place))}ball(e,t,n=[0,0,0]){return this.add(ly,e,n,fy,[t,t,t])}rod(e,t,n,r){let i=hy(t,n),a=i.length();return this.add(uy,e,t,i.normalize(),[r/2,a,r/2])}tip(e,t,n,r,i){return this.add(dy,e,t,new G(...n).normalize(),[i,r,i])}mesh(e,t,n=19){let r=my(e,t,n);return this.object.add(r),r}add(e,t,n,r,i){let a=this.mesh(e,t,20);return a.position.set(...n),a.quaternion.setFromUnitVectors(fy,r),a.scale.set(...i),this}},yy=70,by=14,xy=.55,Sy=[`X`,`Y`,`Z`],Cy=[[1,0,0],[0,1,0],[0,0,1]],wy=new Zu(8,1.6,6,28),Ty=e=>e.height<330?xy:1,Ey=class{badge=new vy;axes=[[1,0,0],[0,1,0],[0,0,1]];materials=Eh.map(e=>py(e,.9));lively=null;constructor(){Cy.forEach((e,t)=>{let n=this.materials[t];this.badge.rod(n,or([0,0,0],e,by),or([0,0,0],e,58),3),this.badge.tip(n,or([0,0,0],e,yy),e,16,5.5)}),this.badge.object.visible=!1}get visible(){return this.badge.object.visible}show(e,t){this.badge.object.visible=e!==null,e&&t&&(this.badge.place=e,this.axes=t,this.badge.turn(t))}light(e){return this.lively!==e&&(this.lively=e,this.materials.forEach((t,n)=>{t.opacity=e===null?.9:e===n?1:.3}),!0)}fit(e,t){this.badge.fit(e,t),this.badge.object.scale.multiplyScalar(Ty(t))}tip(e,t,n){return this.at(e,t,n,yy)}pick(e,t,n,r,i=9){if(!this.visible)return null;let a=null,o=i;for(let i=0;i<3;i++){let[s,c]=[this.at(e,t,i,by),this.at(e,t,i,yy)],l=s&&c?Math.hypot(c.x-s.x,c.y-s.y):0;if(!s||!c||l<8)continue;let u=Math.min(Math.max(((n-s.x)*(c.x-s.x)+(r-s.y)*(c.y-s.y))/l**2,0),1),d=Math.hypot(s.x+u*(c.x-s.x)-n,s.y+u*(c.y-s.y)-r);d<o&&([a,o]=[i,d])}return a}at(e,t,n,r){let i=r*Ty(t)*e.metresPerPixel(t,this.badge.place);return e.project(t,or(this.badge.place,dr(this.axes[n]??[0,0,1]),i))}},Dy=class{group=new Cs;material=py(`#ffd166`,.95);badges=[];shown=[];show(e){for(this.shown=e;this.badges.length<e.length;){let e=new vy;e.mesh(wy,this.material,24),this.badges.push(e),this.group.add(e.object)}this.badges.forEach((t,n)=>{let r=e[n];t.object.visible=r!==void 0,r&&(t.place=r.place)})}fit(e,t){let[n,r]=e.axes();for(let i of this.badges)i.turn([n,r,e.back()]),i.fit(e,t),i.object.scale.multiplyScalar(Ty(t))}pick(e,t,n,r,i=10){return this.shown.find(({place:a})=>{let o=e.project(t,a);return o!==null&&Math.hypot(o.x-n,o.y-r)<i*Math.max(Ty(t),.7)})??null}},Oy=class{group=new Cs;arrows=new Ey;poles=new Dy;constructor(){this.group.add(this.arrows.badge.object,this.poles.group)}fit(e,t){this.arrows.fit(e,t),this.poles.fit(e,t)}},ky=12,Ay=5,jy=class{lines;material;constructor(e){this.material=new il({vertexColors:!0,transparent:!0,depthWrite:!1}),this.lines=new gl(Ny(My(e)),this.material),this.lines.renderOrder=-10,this.lines.frustumCulled=!1}paint(e,t=!1){this.material.color.copy(e.grid),t&&this.material.color.convertLinearToSRGB(),this.material.opacity=e.gridStrength}turnTo(e){this.lines.rotation.set(e===`front`?Math.PI/2:0,0,e===`side`?Math.PI/2:0),this.lines.updateMatrixWorld(),this.material.depthTest=e===`perspective`}dispose(){this.lines.geometry.dispose(),this.material.dispose()}};function My(e){let t=Math.max(e,.001)/5,n=10**Math.floor(Math.log10(t));return[1,2.5,5,10].map(e=>e*n).reduce((e,n)=>Math.abs(n-t)<Math.abs(e-t)?n:e)}function Ny(e){let t=[],n=[],r=(e,t)=>Math.max(0,1-Math.hypot(e,t)/ky)**1.4,i=(i,a,o)=>{t.push(i*e,0,a*e),n.push(1,1,1,o*r(i,a))};for(let e=-12;e<=ky;e++){let t=e===0?1:e%Ay===0?.75:.38;for(let n=-12;n<ky;n++)i(e,n,t),i(e,n+1,t),i(n,e,t),i(n+1,e,t)}let a=new wc;return a.setAttribute(`position`,new Y(t,3)),a.setAttribute(`color`,new Y(n,4)),a}var Py=new qu(17,19,40),Fy=new kl(18,40),Iy=new jl(9,22,20,1,!0).translate(0,11,0),Ly=class{lock;group=new Cs;badge=new vy;solid=py(`#ffffff`);faint=py(`#ffffff`,.22);line;end;axisMaterials=Eh.map(e=>py(e));lively=!1;place=[0,0,0];origin=[0,0,0];part=[0,0,0];constructor(e){this.lock=e,this.line=new _y(this.solid,1.6),this.end=new gy(this.solid,4.5),this.group.add(this.badge.object,this.line.object,this.end.object),this.draw()}get between(){return this.lock.mark.shape===`cone`||this.lock.mark.shape===`link`}show(e,t,n,r,i,a){let{place:o,axes:s,on:c}=this.lock.mark,l=_r(this.lock,e),u=l===`off`?t.off:l===`violated`?t.red:t.held;this.solid.color.copy(u),this.faint.color.copy(u),this.solid.opacity=l===`off`?.5:.95,this.lively=i;let d=zy(s,n);this.badge.turn(d);let f=a&&`id`in a&&a.id===this.lock.id?a.place:null;this.origin=mh(f??r(nr(o),c),n);let p=this.part=e?mh(e.anchor,n):this.origin;a&&`carried`in a&&a.carried===this.lock.figure&&!c&&!this.between&&(this.origin=p),this.place=Ry(this.lock.mark.shape,this.origin,p,d[2]),this.badge.place=this.between?p:this.place,this.line.from=p,this.line.to=this.end.place=this.place,this.end.object.visible=this.between,this.line.object.visible=this.between||l===`violated`}fit(e,t){let n=t.height<330?.55:1;this.badge.fit(e,t),this.badge.object.scale.multiplyScalar(n*(this.lively?1.25:1)),this.line.fit(e,t),this.end.fit(e,t),this.end.object.scale.multiplyScalar(n*(this.lively?1.4:1))}dispose(){for(let e of[this.solid,this.faint,...this.axisMaterials])e.dispose()}draw(){let{badge:e,solid:t,faint:n}=this;switch(this.lock.mark.shape){case`triad`:this.triad(),e.ball(t,this.lock.kind.startsWith(`pose`)?6.5:4.5);break;case`disc`:By(e.mesh(Fy,n)),By(e.mesh(Py,t)),e.rod(t,[0,0,0],[0,0,16],2).tip(t,[0,0,22],[0,0,1],8,3.5);break;case`rail`:e.rod(t,[0,0,-60],[0,0,60],2.4).ball(t,4.5),e.ball(t,3,[0,0,-60]).ball(t,3,[0,0,60]);break;case`cone`:{let r=e.mesh(Iy,n);r.rotation.x=Math.PI/2,r.position.set(0,0,0),e.ball(t,4.5);break}case`link`:e.ball(t,5);break;case`ring`:By(e.mesh(Py,t)),e.ball(t,3.5);break;default:e.tip(t,[0,0,0],[0,-1,0],15,4.4).ball(t,6.2,[0,17,0])}}triad(){this.axisMaterials.forEach((e,t)=>{let n=[+(t===0),+(t===1),+(t===2)];this.badge.rod(e,[0,0,0],ar(n,24),2.6).tip(e,ar(n,31),n,9,4)})}};function Ry(e,t,n,r){if(e!==`disc`&&e!==`rail`)return t;let i=ir(n,t),a=sr(i,r);return e===`rail`?or(t,r,a):or(rr(t,i),r,-a)}function zy(e,t){return[mh(nr(e,0,3),t),mh(nr(e,1,3),t),mh(nr(e,2,3),t)]}var By=e=>{e.material.side=2},Vy=3,Hy=class{group=new Cs;marks=new Map;update(e){let t=this.marks;this.marks=new Map;for(let n of e){let e=t.get(n.id),r=e&&e.lock.kind===n.kind&&e.lock.mark.shape===n.mark.shape,i=r?e:new Ly(n);i.lock=n,this.marks.set(n.id,i),r?t.delete(n.id):this.group.add(i.group)}for(let e of t.values())this.group.remove(e.group),e.dispose()}show(e,t,n,r,i,a){for(let[o,s]of this.marks)s.show(e.get(o),t,n,r,o===i,a)}toOrigin(e){let t=this.marks.get(e);return t?ir(t.origin,t.place):[0,0,0]}origin(e){return this.marks.get(e)?.origin??null}place(e){return this.marks.get(e)?.place??null}part(e){return this.marks.get(e)?.part??null}fit(e,t){for(let n of this.marks.values())n.fit(e,t)}pick(e,t,n,r,i=12){let a=[];for(let[o,s]of this.marks){let c=e.project(t,s.place);if(!c)continue;let l=s.lock.mark.shape===`pin`?12:0,u=Math.hypot(c.x-n,Math.max(0,Math.abs(c.y-l/2-r)-l/2));u<i&&a.push({id:o,distance:u,height:sr(s.place,e.back())})}let o=Math.min(...a.map(e=>e.distance));return a.filter(e=>e.distance<o+Vy).sort((e,t)=>t.height-e.height)[0]?.id??null}},[Uy,Wy,Gy]=[3,8,13],[Ky,qy]=[6,9],Jy=class{group=new Cs;line=new fl(new wc,new il(Yy({opacity:.55})));dots=Xy(Uy);discs=Xy(Wy);hot=Xy(Gy);stops=[];constructor(){this.group.add(this.line,this.dots,this.discs,this.hot);for(let e of this.group.children)e.frustumCulled=!1,e.renderOrder=5;this.group.visible=!1}show(e,t){this.stops=e,this.group.visible=e.length>1;let n=e.map(({place:e})=>e);Qy(this.line,n),Qy(this.dots,n),Qy(this.discs,e.filter(({key:e})=>e).map(({place:e})=>e)),Qy(this.hot,[]);for(let e of[this.line,this.dots,this.discs,this.hot])e.material.color.copy(t)}pick(e,t,n,r){if(!this.group.visible)return null;let[i,a]=[null,1/0];for(let o of this.stops){let s=e.project(t,o.place),c=o.key?qy:Ky,l=s?Math.hypot(s.x-n,s.y-r):1/0;l<=c&&l/c<a&&([i,a]=[o,l/c])}return i}light(e){let t=this.hot.geometry.getAttribute(`position`)?.count??0;return Qy(this.hot,e?[e.place]:[]),t>0||e!==null}},Yy=e=>({transparent:!0,depthTest:!1,...e});function Xy(e){let t=new _l({...Yy({}),size:e,sizeAttenuation:!1});return t.onBeforeCompile=e=>{e.fragmentShader=e.fragmentShader.replace(`void main() {`,`void main() {\n${Zy}`)},new Sl(new wc,t)}var Zy=`if (length(gl_PointCoord - 0.5) > 0.5) discard;`;function Qy(e,t){e.geometry.setAttribute(`position`,new Y(t.flat(),3))}var[$y,eb]=[new J(`#5aa9ff`),new J(`#ff9d4a`)],tb=class{holder;skins=[];ghosts=[];body=null;constructor(e){this.holder=e}show(e,t){for(e!==this.body&&this.clear(),this.body=e,this.skins=e&&!e.hidden?t:[];e&&this.ghosts.length<t.length;){let t=e.ghost();this.ghosts.push(t),this.holder.add(t.mesh)}for(let[n,r]of this.ghosts.entries()){let i=t[n];r.mesh.visible=i!==void 0&&e!==null&&!e.hidden,i&&r.pose(i.transforms,i.later?eb:$y,.42/i.away)}}clear(){for(let{mesh:e,dispose:t}of this.ghosts)this.holder.remove(e),t();this.ghosts=[]}},nb=class{group=new Cs;accent=py(`#5cc8ff`);amber=py(`#ffb340`);goal=new gy(this.accent,5.5,22);line=new _y(this.accent,1.6);limits=[];constructor(){this.group.add(this.goal.object,this.line.object),this.hideGoal()}paint(e){this.accent.color.copy(e.accent),this.amber.color.copy(e.amber)}showGoal(e,t){this.goal.object.visible=this.line.object.visible=!0,this.goal.place=this.line.to=e,this.line.from=t}hideGoal(){this.goal.object.visible=this.line.object.visible=!1}showLimits(e){for(;this.limits.length<e.length;){let e=new gy(this.amber,4.2,21);this.limits.push(e),this.group.add(e.object)}this.limits.forEach((t,n)=>{let r=e[n];t.object.visible=r!==void 0,r&&(t.place=r)})}fit(e,t){for(let n of[this.goal,this.line,...this.limits])n.fit(e,t)}};function rb(e,t,n,r,i){e.setRenderTarget(t),e.setScissorTest(!1),e.setClearColor(0,0),e.clear(),e.render(n,r),e.readRenderTargetPixels(t,0,0,t.width,t.height,i),e.setRenderTarget(null),e.setScissorTest(!0)}var ib=1.12,ab=new G(.62,.18,.76).normalize(),ob=class{renderer;surfaces;bodies=new Map;scene=new js;camera=new Rd;target=null;constructor(e,t){this.renderer=e,this.surfaces=t,this.scene.matrixAutoUpdate=!1}draw(e,t,n,r,i){let{figure:a}=e,o=this.bodyOf(a,n);return o.uniforms.tint.value.copy(e.uniforms.tint.value),this.drawBody(o,t,r,i)}drawFigure(e,t,n,r,i){let a=this.bodyOf(e,n);return a.tint(null),this.drawBody(a,t,r,i)}drawBody(e,t,n,r){let{figure:i}=e;e.pose(t),this.aim(i,t,n/r);let a=new Uint8Array(4*n*r);return rb(this.renderer,this.targetOf(n,r),this.scene,this.camera,a),cb(a,n,r)}bodyOf(e,t){let n=this.bodies.get(e.data);n||(this.bodies.size>16&&this.forget(),n=new Zv(e,t,!0,this.surfaces.of(e.data.skin)),this.bodies.set(e.data,n)),n.uniforms.brightness.value=t.brightness,this.scene.clear();let r=new Cs;return r.matrixAutoUpdate=!1,r.matrix.copy(_h(e.data.up)),r.add(n.mesh),this.scene.add(r),n}forget(){for(let e of this.bodies.values())e.dispose();this.bodies.clear()}aim(e,t,n){let r=Pv(e.data)*ib,i=e.data.up===`z`?2:1,a=new G(t[3],t[7],t[11]);a.setComponent(i,sb(e,t,i,r)),a.applyMatrix4(_h(e.data.up));let{camera:o}=this;o.top=r/2,o.bottom=-r/2,o.right=r/2*n,o.left=-o.right,o.near=0,o.far=8*r,o.position.copy(a).addScaledVector(ab,4*r),o.lookAt(a),o.updateMatrixWorld(),o.updateProjectionMatrix()}targetOf(e,t){return(this.target?.width!==e||this.target.height!==t)&&(this.target?.dispose(),this.target=new Ko(e,t)),this.target}};function sb(e,t,n,r){let i=(e.data.lowest[n]+e.data.highest[n])/2,[a,o]=[1/0,-1/0];for(let e=4*n+3;e<t.length;e+=12)[a,o]=[Math.min(a,t[e]),Math.max(o,t[e])];return o-a>r?(a+o)/2:Math.min(Math.max(i,o-r/2),a+r/2)}function cb(e,t,n){let r=new ImageData(t,n);for(let i=0;i<n;i++)r.data.set(e.subarray(4*t*(n-1-i),4*t*(n-i)),4*t*i);return r}var lb=62,ub=new Zu(lb,1.5,8,72),db=e=>e.height<330?.55:1,fb=class{badge=new vy;axes=[[1,0,0],[0,1,0],[0,0,1]];meshes;lively=null;constructor(){this.meshes=Eh.map((e,t)=>{let n=this.badge.mesh(ub,py(e,.85),24);return t===0&&(n.rotation.y=Math.PI/2),t===1&&(n.rotation.x=Math.PI/2),n}),this.badge.object.visible=!1}get visible(){return this.badge.object.visible}show(e,t){this.badge.object.visible=e!==null,e&&t&&(this.badge.place=e,this.axes=t,this.badge.turn(t))}light(e){return this.lively!==e&&(this.lively=e,this.meshes.forEach((t,n)=>{t.material.opacity=e===null?.85:e===n?1:.3}),!0)}fit(e,t){this.badge.fit(e,t),this.badge.object.scale.multiplyScalar(db(t))}pick(e,t,n,r,i=9){if(!this.visible)return null;let a=lb*db(t)*e.metresPerPixel(t,this.badge.place),o=null,s=i,[c,l,u]=this.axes;return[[l,u],[u,c],[c,l]].forEach(([i,c],l)=>{for(let u=0;u<72;u++){let d=2*Math.PI*u/72,f=or(ar(i,a*Math.cos(d)),c,a*Math.sin(d));if(sr(f,e.back())<-.15*a)continue;let p=e.project(t,rr(this.badge.place,f)),m=p?Math.hypot(p.x-n,p.y-r):1/0;m<s&&([o,s]=[l,m])}}),o}},pb=256,mb=`
out vec2 at;
void main() { at = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }`,hb=`
uniform sampler2D source;
uniform vec2 stride;
in vec2 at;
out vec4 result;
void main() {
  float sum = 0.0;
  float total = 0.0;
  for (int k = -5; k <= 5; k++) {
    float weight = exp(-float(k * k) / 10.0);
    sum += weight * texture(source, at + float(k) * stride).r;
    total += weight;
  }
  result = vec4(sum / total);
}`,gb=`
out vec2 at;
void main() { at = vec2(uv.x, 1.0 - uv.y); gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }`,_b=`
uniform sampler2D source;
uniform float strength;
in vec2 at;
out vec4 result;
void main() { result = vec4(0.0, 0.0, 0.0, strength * texture(source, at).r); }`,vb=class{mesh;stale=!0;targets=[bb(),bb()];camera=new Rd(-1,1,1,-1,-10,10);scene=new js;blurScene=new js;blurMaterial;flat;blurred={source:{value:null},stride:{value:new W}};strength={value:.5};holder=new Cs;constructor(){this.holder.matrixAutoUpdate=!1,this.scene.add(this.holder),this.blurMaterial=new od({glslVersion:Ba,vertexShader:mb,fragmentShader:hb,depthTest:!1,depthWrite:!1,uniforms:this.blurred});let e=new Jc(new Ku(2,2),this.blurMaterial);e.frustumCulled=!1,this.blurScene.add(e),this.flat=new od({glslVersion:Ba,vertexShader:gb,fragmentShader:_b,transparent:!0,depthWrite:!1,uniforms:{source:{value:this.targets[0].texture},strength:this.strength}}),this.mesh=new Jc(new Ku(2,2).rotateX(-Math.PI/2),this.flat),this.mesh.renderOrder=-5,this.mesh.frustumCulled=!1}paint(e){this.strength.value=e.shadowStrength}cast(e,t){this.holder.clear(),this.holder.matrix.copy(t);for(let t of e)this.holder.add(t.shadow);this.stale=!0}refresh(e,t,n){if(!this.stale)return;this.stale=!1;let[r,i]=this.targets,{x:a,z:o,half:s}=yb(t,n);this.mesh.position.set(a,0,o),this.mesh.scale.set(s,1,s),Object.assign(this.camera,{left:-s,right:s,top:s,bottom:-s,near:-s*8,far:s*8}),this.camera.position.set(a,0,o),this.camera.up.set(0,0,1),this.camera.lookAt(a,1,o),this.camera.updateProjectionMatrix();let c=e.getScissorTest();e.setScissorTest(!1),this.pass(e,this.scene,r),this.blurred.source.value=r.texture,this.blurred.stride.value.set(1.3/pb,0),this.pass(e,this.blurScene,i),this.blurred.source.value=i.texture,this.blurred.stride.value.set(0,1.3/pb),this.pass(e,this.blurScene,r),e.setRenderTarget(null),e.setScissorTest(c)}dispose(){for(let e of this.targets)e.dispose();this.blurMaterial.dispose(),this.flat.dispose(),this.mesh.geometry.dispose()}pass(e,t,n){e.setRenderTarget(n),e.setClearColor(0,0),e.clear(),e.render(t,this.camera)}};function yb(e,t){let[n,r]=[new W(1/0,1/0),new W(-1/0,-1/0)];for(let i of e){let[e,,a]=mh(i.centre(),t),o=.75*Pv(i.figure.data);n.min(new W(e-o,a-o)),r.max(new W(e+o,a+o))}let[i,a]=[r.x-n.x,r.y-n.y];return{x:(n.x+r.x)/2,z:(n.y+r.y)/2,half:Math.max(i,a)/2}}var bb=()=>new Ko(pb,pb,{depthBuffer:!1,stencilBuffer:!1}),xb=4,Sb=class{renderer;target=null;flat=document.createElement(`canvas`);whole=document.createElement(`canvas`);constructor(e){this.renderer=e}take(e,t,n,r){let[i,a]=n,o=new ImageData(i,a);return rb(this.renderer,this.targetOf(i,a),e,t,o.data),this.onBackground(o,r)}dispose(){this.target?.dispose(),this.target=null}onBackground(e,t){let{width:n,height:r}=e;[this.flat.width,this.flat.height,this.whole.width,this.whole.height]=[n,r,n,r];let[i,a]=[this.flat.getContext(`2d`),this.whole.getContext(`2d`,{willReadFrequently:!0})];if(!i||!a)return e.data;if(i.putImageData(Cb(e),0,0),t){let e=a.createLinearGradient(0,0,0,r);e.addColorStop(0,t[0]),e.addColorStop(1,t[1]),a.fillStyle=e,a.fillRect(0,0,n,r)}return a.translate(0,r),a.scale(1,-1),a.drawImage(this.flat,0,0),a.getImageData(0,0,n,r).data}targetOf(e,t){return(this.target?.width!==e||this.target.height!==t)&&(this.target?.dispose(),this.target=new Ko(e,t,{samples:xb})),this.target}};function Cb(e){let{data:t}=e;for(let e=0;e<t.length;e+=4){let n=t[e+3];if(n!==0&&n!==255)for(let r=0;r<3;r++)t[e+r]=Math.min(255,t[e+r]*255/n)}return e}var wb=600;function Tb(){let e=new cu;for(let t=0;t<10;t++){let[n,r]=[t%2?5.2:12,Math.PI/2+Math.PI*t/5],[i,a]=[n*Math.cos(r),n*Math.sin(r)];t===0?e.moveTo(i,a):e.lineTo(i,a)}return new Ju(e)}var Eb=class{badge=new vy;trail;material=py(`#ffd166`);halo=py(`#ffd166`,.2);positions=new Float32Array(3*wb);colours=new Float32Array(4*wb);count=0;constructor(){this.badge.mesh(new kl(17,32),this.halo,22),this.badge.mesh(Tb(),this.material,23),this.badge.object.visible=!1;let e=new wc;e.setAttribute(`position`,new uc(this.positions,3).setUsage(za)),e.setAttribute(`color`,new uc(this.colours,4).setUsage(za));let t=new il({vertexColors:!0,transparent:!0,depthWrite:!1});this.trail=new fl(e,t),this.trail.frustumCulled=!1,this.trail.renderOrder=15,this.clear()}get place(){return this.badge.object.visible?this.badge.place:null}put(e){this.badge.object.visible=e!==null,e&&(this.badge.place=e)}paint(e){this.material.color.copy(e),this.halo.color.copy(e),this.trail.material.color.copy(e)}leave(e){if(!(this.count&&ur(nr(this.positions,3*(this.count-1)),e)<.001)){this.count===wb?this.positions.copyWithin(0,3):this.count++,this.positions.set(e,3*(this.count-1));for(let e=0;e<this.count;e++)this.colours.set([1,1,1,((e+1)/this.count)**1.5],4*e);this.trail.geometry.setDrawRange(0,this.count),this.trail.geometry.getAttribute(`position`).needsUpdate=!0,this.trail.geometry.getAttribute(`color`).needsUpdate=!0}}clear(){this.count=0,this.trail.geometry.setDrawRange(0,0)}fit(e,t){this.badge.fit(e,t),this.badge.turn([...e.axes(),e.back()]),t.height<330&&this.badge.object.scale.multiplyScalar(.7)}pick(e,t,n,r){let i=this.place&&e.project(t,this.place);return!!(i&&Math.hypot(i.x-n,i.y-r)<16)}},Db=class{ask=()=>Promise.reject(Error(`no server`));onLoaded=()=>{};known=new Map;of(e){return e===null?null:(this.known.has(e)||(this.known.set(e,null),this.load(e)),this.known.get(e)??null)}async load(e){try{let{meshes:t,pictures:n}=jv(await this.ask(e)),r=await Promise.all(n.map(e=>createImageBitmap(new Blob([e]))));this.known.set(e,{meshes:t,pictures:r}),this.onLoaded()}catch{this.known.delete(e)}}},Ob=24,kb=200,Ab=class{options;renderer;bodies;cameras=sy();marks=new Hy;rings=new fb;gizmo=new Oy;star=new Eb;overlays=new nb;surfaces=new Db;path=new Jy;places=new Jy;onion;canvas;rects={};paused=!1;frames=0;firstDrawn=0;onDrawn=()=>{};onBeforeDraw=()=>{};onLayout=()=>{};scene=new js;holder=new Cs;ground=null;shadow;pictures;terrain=null;due=0;lively=!1;rest;constructor(e,t){this.options=e,this.renderer=t,this.renderer.autoClear=!1,this.renderer.setScissorTest(!0),this.canvas=this.renderer.domElement,this.canvas.setAttribute(`aria-hidden`,`true`),this.holder.matrixAutoUpdate=!1,this.bodies=new ny(this.holder,this.surfaces,()=>kh[this.options.theme],e.low),this.pictures=new ob(t,this.surfaces),this.surfaces.onLoaded=()=>this.takeSurfaces(),this.shadow=e.low?null:new vb,this.scene.add(this.holder,this.marks.group,this.rings.badge.object,this.star.badge.object,this.star.trail),this.scene.add(this.overlays.group,this.path.group,this.places.group,this.gizmo.group),this.onion=new tb(this.holder),this.shadow&&this.scene.add(this.shadow.mesh),this.canvas.addEventListener(`webglcontextrestored`,()=>this.request())}get up(){return this.bodies.values().next().value?.figure.data.up??`y`}setFigures(e){let t=this.bodies.take(e);return t&&this.rebuild(),t}takeSurfaces(){this.pictures.forget(),this.bodies.takeSurfaces(),this.onion.show(null,[]),this.shadow?.cast(this.bodies.values(),this.holder.matrix),this.request()}setTerrain(e){e!==(this.terrain?.figure.data??null)&&(this.terrain&&(this.holder.remove(this.terrain.mesh),this.terrain.dispose()),this.terrain=e&&new Zv(new wg(`ground`,e),kh[this.options.theme],this.options.low),this.terrain&&(this.terrain.tint(null),this.terrain.pose(new Float32Array([1,0,0,0,0,1,0,0,0,0,1,0])),this.terrain.uniforms.brightness.value=kh[this.options.theme].brightness,this.holder.add(this.terrain.mesh)),this.request())}onTerrain(e){return this.terrain?.pick(e)?.point??null}paint(e){this.options.theme=e;let t=kh[e];this.ground?.paint(t),this.shadow?.paint(t),this.star.paint(t.star),this.overlays.paint(t),this.terrain&&(this.terrain.uniforms.brightness.value=t.brightness);for(let{uniforms:e}of this.bodies.values())e.accent.value.copy(t.accent),e.brightness.value=t.brightness;this.request()}setLive(e,t=!1){this.lively=e.dragging||e.chasing||t;for(let[t,n]of this.bodies){let r=e.poses.get(t);r&&n.pose(r.transforms)}this.shadow&&(this.shadow.stale=!0),e.dragging?this.overlays.showGoal(mh(e.goal,this.up),mh(e.effector,this.up)):this.overlays.hideGoal(),this.request()}setLocks(e,t,n,r){this.marks.update(e),this.marks.show(t,kh[this.options.theme],this.up,this.locate,n,r),this.request()}setLimits(e){this.overlays.showLimits(e.flatMap(e=>{let t=this.find(e);return t?[mh(t.body.place(t.joint),this.up)]:[]}))}find(e){let t=e&&this.bodies.get(e.figure),n=t?.figure.jointIndex(e?.part??``)??-1;return t&&n>=0?{body:t,joint:n}:null}pick(e,t,n){return this.hits(e,t,n,(e,t)=>[e.pick(t)].filter(e=>e!==null))[0]??null}hits(e,t,n,r=(e,t)=>e.hits(t)){let i=this.ray(e,t,n);return(i?[...this.bodies].filter(([,e])=>e.visible):[]).flatMap(([e,t])=>r(t,i).map(n=>({figure:e,part:t.figure.data.joints[n.joint]?.name??``,...n}))).sort((e,t)=>e.distance-t.distance)}project(e,t){let n=this.rects[e];return n?this.cameras[e].project(n,mh(t,this.up)):null}ray(e,t,n){let r=this.stageRay(e,t,n);return r&&gh(r,this.up)}stageRay(e,t,n){let r=this.rects[e];return r?this.cameras[e].ray(r,t,n):null}fitView(e,t=null){let n=this.rects[e]??{left:0,top:0,width:400,height:400},r=this.find(t),i=(r?r.body.balls(new Set([r.joint])):this.seen().flatMap(e=>e.balls())).map(({centre:e,radius:t})=>({centre:mh(e,this.up),radius:t}));this.cameras[e].fitView(n,i,r?1.8:1.14),this.request()}isInSight(e,t){let[n,r]=[this.rects[e],this.bodies.get(t)];return!n||!r||r.balls().every(({centre:t})=>{let r=this.project(e,t);return r!==null&&r.x>=0&&r.y>=0&&r.x<=n.width&&r.y<=n.height})}setAppearance(e,t,n){let r=this.bodies.get(e);r&&(r.hidden=t,r.tint(n),this.shadow&&(this.shadow.stale=!0),this.request())}picture(e,t,n,r){let i=this.bodies.get(e);return!i||this.paused?null:this.pictures.draw(i,t,kh[this.options.theme],n,r)}pictureOf(e,t,n,r){return this.paused?null:this.pictures.drawFigure(e,t,kh[this.options.theme],n,r)}filmer(e,t,n,r=!1){let i=new oy(e);i.state=this.cameras[e].state;let a={left:0,top:0,width:t[0],height:t[1]},o=e=>{for(let[t,n]of this.bodies){let r=e(t);r&&n.pose(r)}};n&&i.fitView(a,this.ballsAlong(n,o));let s=new Sb(this.renderer),c=r?null:kh[this.options.theme].background,l=[this.marks.group,this.rings.badge.object,this.star.badge.object,this.star.trail];return l.push(this.overlays.group,this.path.group,this.places.group,this.gizmo.group),r&&this.ground&&l.push(this.ground.lines),n=>{o(n),this.shadow&&(this.shadow.stale=!0),this.shadow?.refresh(this.renderer,this.seen(),this.up);let u=l.map(e=>e.visible);for(let e of l)e.visible=!1;for(let e of this.bodies.values())e.mesh.visible=e.visible;this.ground?.turnTo(e),this.shadow&&(this.shadow.mesh.visible=!r&&(e===`perspective`||e===`top`)),this.ground?.paint(kh[this.options.theme],!0);let d=s.take(this.scene,i.camera(a),t,c);return this.ground?.paint(kh[this.options.theme]),l.forEach((e,t)=>{e.visible=u[t]??!0}),d}}ballsAlong({first:e,last:t,pose:n},r){let i=Math.max(Math.floor((t-e)/Ob),1),a=[];for(let o=e;o<=t;o+=i)r(e=>n(e,o)?.transforms??null),a.push(...this.seen().flatMap(e=>e.balls()));return a.map(({centre:e,radius:t})=>({centre:mh(e,this.up),radius:t}))}request(){this.due||=requestAnimationFrame(()=>{this.onBeforeDraw(),this.due=0,this.draw()})}resize(e,t){this.renderer.setPixelRatio(this.options.low?1:Math.min(window.devicePixelRatio,2)),this.renderer.setSize(e,t,!0),this.draw()}seen(){let e=[...this.bodies.values()],t=e.filter(e=>!e.hidden);return t.length?t:e}rebuild(){let e=[...this.bodies.values()];this.holder.matrix.copy(_h(this.up)),this.ground&&this.scene.remove(this.ground.lines),this.ground?.dispose(),this.ground=new jy(Math.max(...e.map(e=>Pv(e.figure.data)),.001)),this.scene.add(this.ground.lines),this.shadow?.cast(e,this.holder.matrix),this.star.put(null),this.star.clear(),this.paint(this.options.theme)}draw(){this.onLayout();let e=[...this.bodies.values()];for(let t of e)t.mesh.visible=t.shadow.visible=t.visible;if(this.paused||!e.some(e=>e.posed))return;let t=this.renderer.getSize(new W);this.shadow?.refresh(this.renderer,this.seen(),this.up),this.renderer.setClearColor(0,0);for(let e of this.turnOf()){let n=this.rects[e];n&&n.width>1&&n.height>1&&this.drawView(this.cameras[e],n,t.y)}this.frames++||(this.firstDrawn=performance.now()),this.onDrawn()}turnOf(){if(clearTimeout(this.rest),!this.options.low||!this.lively)return a;this.rest=setTimeout(()=>{this.lively=!1,this.request()},kb);let e=e=>(this.rects[e]?.width??0)*(this.rects[e]?.height??0),[t,...n]=[...a].sort((t,n)=>e(n)-e(t));return[t,n[this.frames%n.length]].filter(e=>e!==void 0)}drawView(e,t,n){let r=n-t.top-t.height;this.renderer.setViewport(t.left,r,t.width,t.height),this.renderer.setScissor(t.left,r,t.width,t.height),this.renderer.clear(),this.ground?.turnTo(e.name),this.shadow&&(this.shadow.mesh.visible=e.name===`perspective`||e.name===`top`);for(let{uniforms:e}of this.bodies.values())e.thickness.value=3.2/t.height;for(let n of[this.overlays,this.marks,this.rings,this.gizmo,this.star])n.fit(e,t);this.renderer.render(this.scene,e.camera(t))}locate=(e,t)=>{let n=this.find(t);return n?n.body.carry(n.joint,e):[e[0],e[1],e[2]]}},jb=[`smooth`,`linear`,`hold`],Mb=[[`tension`,-1],[`continuity`,-1],[`bias`,-1],[`slow_in`,0],[`slow_out`,0]],Nb=class{editor;element=y(`aside`,{class:`key-card`,hidden:!0,role:`dialog`,"aria-label":`Keys`});keep=null;before=null;constructor(e){this.editor=e,document.addEventListener(`pointerdown`,e=>{!this.element.hidden&&!this.element.contains(e.target)&&this.close()}),this.element.addEventListener(`keydown`,e=>e.stopPropagation()),document.addEventListener(`keydown`,e=>this.key(e),!0)}close(){this.hide(),this.editor.previews.cancel()}hide(){let e=this.element.contains(document.activeElement);this.element.hidden=!0,e&&this.before instanceof HTMLElement&&this.before.isConnected&&this.before.focus({preventScroll:!0})}key(e){if(this.element.hidden||this.element.querySelector(`mk-slider.active`))return;let t=this.element.contains(e.target)&&e.target.matches(`[role=slider]`),n=e.key===`Escape`?()=>this.close():e.key===`Enter`&&t?this.keep:null;n&&(e.preventDefault(),e.stopPropagation(),n())}openKeys(e,t,n,r){this.keep=null;let i=t=>yt(e,t),a=z(()=>jb.indexOf(t.curve));this.open(n,r,[Pr(jb,a,e=>{this.editor.edit(i({curve:jb[e]??`smooth`})),this.hide()},{"aria-label":`Curve after the key`}),...Mb.map(([e,n])=>this.slider(e.replace(`_`,` `),t[e],n,1,0,t=>i({[e]:t})))])}openBreakdown(e,t,n){let r=n=>({kind:`breakdown`,figure:e,frame:t,share:n});this.editor.receiver.posedAt=null,this.editor.previews.show(r(.5)),this.open(`Breakdown at ${t}`,n,[this.slider(`share`,.5,-.3,1.3,.5,r,!0),y(`p`,{class:`dim`},`0 is the key before, 1 the key after. Enter keeps it.`)])}slider(e,t,n,r,i,a,o=!1){let s=t,c=e=>{s=Number(e.toFixed(3)),u.show(s),this.editor.previews.show(a(s))},l=()=>{this.editor.previews.done(),this.editor.edit(a(s)),o&&this.hide()};o&&(this.keep=l);let u=ze.make({label:e,lo:n,hi:r,rest:i,unit:``,move:c,end:e=>e&&l(),cancel:()=>{s=t,u.show(s),this.editor.previews.cancel()},set:e=>{c(e),o||l()}});return u.show(t),u}open(e,{x:t,y:n},r){let{element:i}=this;i.contains(document.activeElement)||(this.before=document.activeElement),i.replaceChildren(y(`header`,{},y(`span`,{},e),b(`close`,`Close (Escape)`,()=>this.close())),...r),i.hidden=!1;let{width:a,height:o}=i.getBoundingClientRect(),s=document.querySelector(`.view.large`)?.getBoundingClientRect()??{left:0,right:innerWidth},c=t<innerWidth/2?s.left+8:s.right-a-8,l=document.querySelector(`.timeline`)?.getBoundingClientRect().top??n;i.style.left=`${Math.max(4,c)}px`,i.style.top=`${Math.max(4,Math.min(n,l)-o-8)}px`,i.querySelector(`[role=slider]`)?.focus({preventScroll:!0})}},Pb=class{state;now;due=0;start={time:0,frame:0};shown=0;constructor(e,t=()=>performance.now()){this.state=e,this.now=t,B(()=>{cancelAnimationFrame(this.due),e.timeline.playing.value&&zt(()=>this.begin())}),B(()=>{e.timeline.moves.value||(e.timeline.playing.value=!1)})}toggle(){let{timeline:e}=this.state;if(e.playing.value){e.playing.value=!1;return}let[t,n]=e.range.value;if(n<=t)return;let r=e.playhead.value;(r>=n||r<t)&&e.go(t),e.dropped.value=0,e.playing.value=!0}begin(){let{timeline:e}=this.state;this.shown=Math.floor(e.playhead.value),this.start={time:this.now(),frame:this.shown},this.due=requestAnimationFrame(()=>this.step())}step(){let{timeline:e,view:t}=this.state;if(!e.playing.value)return;let n=e.data.value.rate*t.value.pace,r=(this.now()-this.start.time)/1e3*n,i=Math.floor(this.start.frame+r);t.value.everyFrame&&i>this.shown+1&&(i=this.shown+1,this.start={time:this.now(),frame:i}),i>this.shown&&this.show(i),e.playing.value&&(this.due=requestAnimationFrame(()=>this.step()))}show(e){let{timeline:t,view:n}=this.state,[r,i]=t.range.value;if(t.dropped.value+=e-this.shown-1,e<=i){this.shown=e,t.go(e,!1);return}if(!n.value.looped){t.go(i);return}let a=r+(e-i-1)%(i-r+1);this.start={time:this.start.time,frame:this.start.frame-(e-a)},this.shown=a,t.go(a,!1)}},Fb=4,Ib=class{surface;rest=500;tools=[];press=null;touches=new Map;hoverDue=0;resting;constructor(e){this.surface=e}registerFirst(e){this.tools.unshift(e)}register(...e){this.tools.push(...e)}listen(e){e.addEventListener(`pointerdown`,t=>this.down(e,t)),e.addEventListener(`pointermove`,e=>this.move(e)),e.addEventListener(`pointerup`,e=>this.up(e)),e.addEventListener(`pointercancel`,()=>this.cancel()),e.addEventListener(`pointerleave`,()=>{cancelAnimationFrame(this.hoverDue),this.press||this.surface.leave()}),e.addEventListener(`contextmenu`,e=>e.preventDefault())}get busy(){return this.press?.begun??!1}cancel(){let e=this.press;this.press=null,this.touches.clear(),clearTimeout(this.resting),e?.begun&&e.gesture.cancel()}hovered(e){for(let t of this.tools){let n=t.hover(e);if(n!==null)return n}return null}down(e,t){if(t.target instanceof Element&&t.target.closest(`button`)||(t.preventDefault(),e.focus({preventScroll:!0}),t.pointerType===`touch`&&this.isSecondFinger(t))||this.press)return;e.setPointerCapture(t.pointerId);let n=this.surface.sample(t),r=this.gestureAt(n);r&&(this.press={start:n,gesture:r,begun:!1},t.pointerType===`touch`&&(this.resting=setTimeout(()=>this.longPress(n),this.rest)),r.atOnce&&this.begin(this.press))}gestureAt(e){for(let t of this.tools){let n=t.down(e);if(n)return n}return null}move(e){let t=this.surface.sample(e);if(this.touches.size>1){this.movePair(t,e);return}let{press:n}=this;n?(!n.begun&&Math.hypot(t.x-n.start.x,t.y-n.start.y)>Fb&&this.begin(n),n.begun&&n.gesture.move(t)):e.pointerType!==`touch`&&this.hoverSoon(t)}up(e){clearTimeout(this.resting),this.touches.size>1&&this.surface.pinched(),this.touches.delete(e.pointerId);let{press:t}=this;if(!t)return;this.press=null;let n=this.surface.sample(e);t.begun?t.gesture.up(n):t.gesture.click?.(n),e.pointerType!==`touch`&&this.hoverSoon(n)}begin(e){e.begun=!0,e.gesture.begin?.()}hoverSoon(e){cancelAnimationFrame(this.hoverDue),this.hoverDue=requestAnimationFrame(()=>{this.press||this.surface.hover(this.hovered(e),e)})}isSecondFinger(e){if(this.touches.set(e.pointerId,{x:e.clientX,y:e.clientY}),this.touches.size<2)return!1;let t=new Map(this.touches);this.cancel();for(let[e,n]of t)this.touches.set(e,n);return!0}longPress(e){this.press&&!this.press.begun&&(this.press=null,this.touches.clear(),this.surface.rest(e),Lb())}movePair(e,t){if(!this.touches.has(t.pointerId))return;let n=[...this.touches.values()];this.touches.set(t.pointerId,{x:t.clientX,y:t.clientY});let r=[...this.touches.values()],[i,a,o,s]=[n[0],n[1],r[0],r[1]];i&&a&&o&&s&&this.surface.pinch(e,[i,a],[o,s])}};function Lb(){let e=e=>{e.preventDefault(),e.stopPropagation()};document.addEventListener(`click`,e,{capture:!0,once:!0}),document.addEventListener(`pointerdown`,()=>document.removeEventListener(`click`,e,!0),{capture:!0,once:!0})}var Rb={back:`--back`,panel:`--panel`,raised:`--raised`,line:`--line`,strong:`--strong-line`,text:`--text`,dim:`--dim`,faint:`--faint`,accent:`--accent`,accentBack:`--accent-back`,held:`--held`,amber:`--amber`,red:`--red`};function zb(e){let t=getComputedStyle(e);return Object.fromEntries(Object.entries(Rb).map(([e,n])=>[e,t.getPropertyValue(n).trim()]))}var Bb=(e,t)=>`color-mix(in srgb, ${e} ${Math.round(100*t)}%, transparent)`,[Vb,Hb]=[.01,1e3];function Ub(e,{state:t,scale:n,colours:r},i){let a=t.timeline.frames.get(i.figure);if(!a)return;let{audit:o}=a,[s,c]=[i.top+2,i.height-4],l=Math.max(1,Math.floor(1/n.scale)),u=Math.max(Math.floor(n.frame(0)),a.first),d=Math.min(Math.ceil(n.end),a.first+a.count-1),f=[Bb(r.held,.75),r.amber,r.red];for(let t=u;t<=d;t+=l){let[i,u]=Wb(o,t-a.first,Math.min(l,d+1-t)),p=i<0?null:o.level(i),m=n.x(t-.5),h=Math.max(n.scale*l-+(n.scale>5),1);if(p!==null){let t=Math.log10(Math.max(o.share[i],Vb)/Vb)/Math.log10(Hb/Vb),n=Math.max(2,Math.min(t,1)*c);e.fillStyle=f[p],e.fillRect(m,s+c-n,h,n)}u&&(e.fillStyle=r.red,e.beginPath(),e.moveTo(m+h/2-4,s),e.lineTo(m+h/2+4,s),e.lineTo(m+h/2,s+6),e.fill())}}function Wb(e,t,n){let[r,i]=[-1,!1];for(let a=t;a<t+n;a++){i||=e.pops(a);let t=e.share[a]??NaN;!Number.isNaN(t)&&(r<0||t>e.share[r])&&(r=a)}return[r,i]}var Gb=class{line;name=`audit`;constructor(e){this.line=e}hover({row:e,x:t,frame:n}){return e?.kind===`audit`?t<132?{cursor:`pointer`,say:`Go to the next frame that is off (N)`}:{cursor:`pointer`,say:cn(this.line.state,e.figure,Math.round(n))}:null}down(e){let{row:t}=e;if(t?.kind!==`audit`||e.button!==0)return null;let{state:n}=this.line;return{move:()=>{},up:()=>{},cancel:()=>{},click:()=>{if(e.x>=132)n.timeline.go(Math.round(e.frame));else{let e=on(an(n),n.timeline.playhead.value,1);e!==null&&n.timeline.go(e)}}}}},Kb=[`#4c9aff`,`#ff9d4a`,`#4fb977`,`#c678dd`,`#c9a227`,`#e46a76`,`#39b6c4`,`#9a8cff`],qb=3,Jb=12,Yb=7,Xb=70,Zb=({unit:e})=>e===`rad`?180/Math.PI:100,Qb=({unit:e})=>e===`rad`?`°`:` cm`,$b=class{state;scale;window=R(null);knownCurves=new Map;knownRanges=new Map;constructor(e,t){this.state=e,this.scale=t}shown(e){return this.once(this.knownCurves,e,()=>this.findShown(e))}findShown(e){let{timeline:t}=this.state,n=this.state.figures.value.get(e);if(!n)return[];let r=t.tracks.value,i=n.data.parameters,{part:a}=this.state.selection.value,o=e=>i.some(({joint:t})=>t===e),s=a?.figure===e?n.above(a.part).filter(({name:e})=>o(e)).at(-1)?.name:void 0;return(r?.size?i.filter(({name:e})=>r.has(e)):s===void 0?this.liveliest(e,i):i.filter(({joint:e})=>e===s)).map((e,t)=>({data:e,parameter:n.parameterIndex(e.name),colour:Kb[t%Kb.length]??``}))}range(e){return this.window.value??this.once(this.knownRanges,e,()=>this.wholeRange(e))}once(e,t,n){let{timeline:r,figures:i,selection:a}=this.state,o=[r.news.value,r.frames.get(t),r.tracks.value,i.value,a.value],s=e.get(t);if(s?.of.every((e,t)=>e===o[t]))return s.found;let c=n();return e.set(t,{of:o,found:c}),c}wholeRange(e){let t=this.state.timeline.frames.get(e),[n,r]=[1/0,-1/0];for(let{parameter:i,data:a}of t?this.shown(e):[])for(let e=0;e<t.count;e++)for(let o of[!1,!0]){let s=t.value(e,i,o)*Zb(a);s<n&&(n=s),s>r&&(r=s)}if(r>n||([n,r]=[Math.min(n,0)-5,Math.max(r,0)+5]),!Number.isFinite(n)||!Number.isFinite(r))return[-10,10];let i=Math.max(.12*(r-n),1);return[n-i,r+i]}y(e,[t,n],r){return e.top+Jb+(n-r)/(n-t)*(e.height-24)}value(e,[t,n],r){return n-(r-e.top-Jb)/(e.height-24)*(n-t)}zoom(e,t,n,r){let i=this.range(t),a=this.value(e,i,n),[o,s]=i.map(e=>a+(e-a)/r);s-o>.001&&s-o<1e5&&(this.window.value=[o,s])}pan(e,t,n){let[r,i]=this.range(t),a=n/(e.height-24)*(i-r);this.window.value=[r+a,i+a]}points(e,t=e=>e){let[n,r]=this.of(e.figure);if(!n||!r)return[];let i=this.range(e.figure),a=this.shown(e.figure),o=[];for(let s=Math.max(0,n.placeFrom(this.scale.frame(0))-1);s<n.frames.length;s++){let c=n.frames[s];if(c>this.scale.end+1)break;for(let l of a){if(!ex(n,s,l.data))continue;let a=tx(r,t(c),l.parameter)*Zb(l.data);o.push({curve:l,frame:c,place:s,value:a,x:this.scale.x(t(c)),y:this.y(e,i,a)})}}return o}handles(e){let[t,n]=this.of(e.figure),r=this.state.timeline.keys.value.get(e.figure);if(!t||!n||!r?.size)return[];let i=this.range(e.figure);return this.points(e).filter(({frame:e})=>r.has(e)).flatMap(r=>[`in`,`out`].flatMap(a=>{let o=t.frames[r.place+(a===`out`?1:-1)];if(o===void 0||a===`out`&&t.key(r.place).curve!==`smooth`||a===`in`&&t.key(r.place-1).curve!==`smooth`)return[];let s=Math.sign(o-r.frame)*Math.min(Math.abs(o-r.frame)/3,Xb/this.scale.scale),c=nx(n,r.frame,r.curve.parameter,a)*Zb(r.curve.data),l=r.value+s*c,u=r.frame+s;return[{...r,key:r,side:a,frame:u,value:l,x:this.scale.x(u),y:this.y(e,i,l)}]}))}under(e,t,n,r=1){let i=e=>{let i=e=>Math.hypot(e.x-t,e.y-n),a=e.reduce((e,t)=>e&&i(e)<=i(t)?e:t,null);return a&&i(a)<=Yb*r?a:null};return i(this.points(e))??i(this.handles(e))}of(e){let{timeline:t}=this.state;return[t.clips.value.get(e),t.frames.get(e)]}liveliest(e,t){let n=this.state.timeline.frames.get(e);return n?[...t.map((e,t)=>{let[r,i]=[1/0,-1/0];for(let a=0;a<n.count;a++){let o=n.value(a,t)*Zb(e);[r,i]=[Math.min(r,o),Math.max(i,o)]}return{data:e,span:i-r}})].sort((e,t)=>t.span-e.span).filter(({span:e})=>e>0).slice(0,qb).map(({data:e})=>e):[]}};function ex(e,t,{name:n,joint:r}){let{tracks:i}=e.key(t),a=n.startsWith(`root_`)&&i?.some(e=>e.startsWith(`root`));return i===null||i.includes(n)||i.includes(r)||(a??!1)}function tx(e,t,n){let[r,i]=[e.row(Math.floor(t)),e.row(Math.ceil(t))],a=t-Math.floor(t);return(1-a)*e.value(r,n,!0)+a*e.value(i,n,!0)}function nx(e,t,n,r){let i=r===`out`?1:-1,a=r===`out`?Math.ceil(t):Math.floor(t),o=t=>e.value(e.row(a+t*i),n,!0);return i*(-3*o(0)+4*o(1)-o(2))/2}var rx=15;function ix(e,{colours:t,curves:n},r){let i=n.shown(r.figure),a=Math.floor((r.height-26)/rx);e.save(),e.beginPath(),e.rect(0,r.top,98,r.height),e.clip(),i.slice(0,a).forEach(({data:t,colour:n},i)=>{e.fillStyle=n,e.fillRect(10,r.top+9+i*rx,8,3),e.fillText(t.label,23,r.top+11+i*rx)}),e.fillStyle=t.dim;let o=i.length>a?` (${i.length-a} more)`:``;e.fillText(i.length?`Tracks …${o}`:`Select a part`,10,r.top+r.height-11),e.restore()}function ax(e,t,n){let{state:r,curves:i,doing:a}=t,o=r.timeline.frames.get(n.figure);if(!o)return;let s=i.range(n.figure),c=i.shown(n.figure);e.save(),e.beginPath(),e.rect(-34,n.top,t.scale.width+34,n.height-1),e.clip(),ox(e,t,n,s,c[0]);for(let r of c)cx(e,t,n,s,r,c.length>1);for(let r of c)lx(e,t,n,s,r,o,!0);for(let r of c)lx(e,t,n,s,r,o,!1);if(!a)for(let r of i.handles(n))ux(e,t,r);let l=r.timeline.keys.value.get(n.figure),u=e=>a?.moved?.(n.figure,e)??e;for(let{x:r,y:a,curve:o,frame:s}of i.points(n,u))e.fillStyle=l?.has(s)?t.colours.text:o.colour,e.strokeStyle=t.colours.panel,e.fillRect(r-3.5,a-3.5,7,7),e.strokeRect(r-3.5,a-3.5,7,7);if(a?.bend){let[n,r]=a.bend;e.strokeStyle=t.colours.text,e.beginPath(),e.moveTo(n.x,n.y),e.lineTo(r.x,r.y),e.stroke()}e.restore()}function ox(e,{scale:t,colours:n,curves:r},i,a,o){let s=sx((a[1]-a[0])/Math.max(i.height/34,2)),c=Math.max(0,-Math.floor(Math.log10(s)));e.textAlign=`right`;for(let l=Math.ceil(a[0]/s)*s;l<=a[1];l+=s){let u=Math.round(r.y(i,a,l));e.fillStyle=Bb(n.line,Math.abs(l)<s/2?1:.55),e.fillRect(0,u,t.width,1),e.fillStyle=n.faint,o&&u>i.top+8&&u<i.top+i.height-8&&e.fillText(`${l.toFixed(c)}${o.data.unit===`rad`?`°`:``}`,-4,u)}e.textAlign=`left`}function sx(e){let t=10**Math.floor(Math.log10(Math.max(e,1e-6)));return([1,2,5,10].find(n=>n*t>=e)??10)*t}function cx(e,{scale:t,curves:n},r,i,{data:a,colour:o},s){let[c,l]=[r.top,r.top+r.height];for(let[u,d]of[[a.lo,!1],[a.hi,!0]]){if(u===null)continue;let f=Math.min(Math.max(n.y(r,i,u*Zb(a)),c),l);e.fillStyle=Bb(o,s?.05:.12),e.fillRect(0,d?c:f,t.width,d?f-c:l-f),e.fillStyle=Bb(o,.5),f>c&&f<l&&e.fillRect(0,f,t.width,1)}}function lx(e,{scale:t,curves:n},r,i,{parameter:a,data:o,colour:s},c,l){let u=Math.max(1,Math.floor(1/t.scale)),d=Math.max(Math.floor(t.frame(0)),c.first),f=Math.min(Math.ceil(t.end),c.first+c.count-1);e.strokeStyle=l?Bb(s,.9):s,e.lineWidth=l?1:1.6,e.setLineDash(l?[1.5,3]:[]),e.beginPath();let p=!1;for(let s=d;s<=f;s+=u){let u=s-c.first;if(!c.has(u)){p=!1;continue}let[d,f]=[t.x(s),n.y(r,i,c.value(u,a,l)*Zb(o))];p?e.lineTo(d,f):e.moveTo(d,f),p=!0}e.stroke(),e.setLineDash([]),e.lineWidth=1}function ux(e,{colours:t},{x:n,y:r,key:i,curve:a}){e.strokeStyle=Bb(a.colour,.9),e.beginPath(),e.moveTo(i.x,i.y),e.lineTo(n,r),e.stroke(),e.fillStyle=t.panel,e.beginPath(),e.arc(n,r,3.5,0,7),e.fill(),e.strokeStyle=a.colour,e.stroke()}var dx=(e,t)=>`${t.toFixed(1)}${Qb(e.data)}`,fx=.25,px=class{line;name=`curves`;constructor(e){this.line=e}hover(e){if(e.row?.kind!==`curves`)return null;if(e.x<98)return{cursor:`pointer`,say:`Choose which parameters have a curve`};let t=this.under(e);if(!t)return null;let{label:n}=t.curve.data;return mx(t)?{cursor:`grab`,say:`How fast ${n} ${t.side===`in`?`comes`:`leaves`}; Alt: only here`}:{cursor:`move`,say:`${n} at ${t.frame}: ${dx(t.curve,t.value)}`}}down(e){if(e.row?.kind!==`curves`||e.button!==0)return null;if(e.x<98)return hx(()=>this.pick(e));let t=this.under(e);return t?mx(t)?this.bend(t,e.row,e):this.drag(t,e.row,e):null}under({row:e,x:t,y:n,reach:r}){return e?.kind===`curves`?this.line.curves.under(e,t-132,n,r):null}drag(e,t,n){let{line:r}=this,{timeline:i}=r.state,{figure:a}=t,o=r.curves.range(a);r.curves.window.value=o;let s=i.keys.value,c=null,l=0,u=t=>{let n=i.keys.value.get(a),r=t&&n?new Set([...n,e.frame]):new Set([e.frame]);i.choose(new Map([[a,r]]))};return{begin:()=>{i.keys.value.get(a)?.has(e.frame)||u(n.shift)},move:s=>{let u=new Map([[a,i.keys.value.get(a)??new Set([e.frame])]]),[d,f]=[Math.abs(s.x-n.x),Math.abs(s.y-n.y)],[p,m]=s.shift?[d>f,f>=d]:[!0,!0];l=p?Number((r.snapped(e.frame+s.frame-n.frame,s.alt,u)-e.frame).toFixed(6)):0;let h=m?r.curves.value(t,o,s.y)-r.curves.value(t,o,n.y):0,{data:g}=e.curve,_=Zb(g),[v,y]=[(g.lo??-1/0)*_,(g.hi??1/0)*_],b=Math.min(Math.max(e.value+h,v),y),x=(b-e.value)/_;c=l||x?{kind:`shift_keys`,keys:Ae(u),by:l,values:x?{[g.name]:x}:{}}:null;let S=e.frame+l;r.show({label:`${Number(S.toFixed(2))} · ${g.label} ${dx(e.curve,b)}`,at:S,command:c,keys:u,moved:(e,t)=>e===a&&u.get(e)?.has(t)?t+l:t})},up:()=>{let e=[...i.keys.value.get(a)??[]].map(e=>e+l);r.keep(c).then(()=>c&&i.choose(new Map([[a,new Set(e)]])))},cancel:()=>{r.cancel(),i.choose(s)},click:e=>u(e.shift||e.ctrl)}}bend(e,t,n){let{line:r}=this,{key:i,curve:a,side:o}=e,s=r.curves.range(t.figure);r.curves.window.value=s;let c=null;return{move:l=>{let u=o===`out`?1:-1,d=u*Math.max(u*(l.frame-n.frame+e.frame-i.frame),fx),f=e.value+r.curves.value(t,s,l.y)-r.curves.value(t,s,n.y)-i.value,p=f/d;c={kind:`set_key_rates`,keys:{[t.figure]:[i.frame]},rates:{[a.data.name]:p/Zb(a.data)},side:l.alt?o:`both`};let m=p*r.state.timeline.data.value.rate,h={x:r.scale.x(i.frame+d),y:r.curves.y(t,s,i.value+f)};r.show({label:`${a.data.label} ${m.toFixed(0)}${Qb(a.data)}/s${l.alt?`, only ${o===`in`?`before`:`after`}`:``}`,at:i.frame,command:c,bend:[i,h]})},up:()=>void r.keep(c),cancel:()=>r.cancel()}}pick({row:e,clientX:t,clientY:n}){if(e?.kind!==`curves`)return;let{timeline:r,figures:i}=this.line.state,a=i.value.get(e.figure)?.data.parameters??[],o=r.tracks.value,s=t=>()=>{let n=new Set(o??this.line.curves.shown(e.figure).map(({data:e})=>e.name));n.delete(t)||n.add(t),r.tracks.value=n.size?n:null},c=new Set(this.line.curves.shown(e.figure).map(({data:e})=>e.name)),l=[...new Set(a.map(({limb:e})=>e))];j([{label:`Those of the selected part`,checked:o===null,run:()=>void(r.tracks.value=null)},`-`,...l.map(e=>({label:e,items:()=>a.filter(t=>t.limb===e).map(({name:e,label:t})=>({label:t,checked:c.has(e),run:s(e)}))}))],{x:t,y:n},{title:`Curves of`})}},mx=e=>`side`in e,hx=e=>({move:()=>{},up:()=>{},cancel:()=>{},click:e}),gx=40;function _x(e,{focused:t,menu:n}){let{timeline:r}=e,i=y(`div`,{role:`row`}),a=y(`div`,{class:`key-grid`,role:`grid`,"aria-label":`Keys`,"aria-multiselectable":`true`},i),o=new $g(i,e=>{let i=y(`button`,{type:`button`,role:`gridcell`,tabindex:`-1`,onclick:()=>r.pick(e.value.figure,e.value.frame,`alone`),oncontextmenu:t=>{t.preventDefault(),n(e.value)},ondblclick:()=>r.go(e.value.frame),onfocus:()=>t(e.value),onblur:()=>t(null),onkeydown:t=>s(t,e.value)});return B(()=>{let{label:t,chosen:n,near:r}=e.value;i.setAttribute(`aria-label`,t),i.setAttribute(`aria-selected`,String(n)),i.tabIndex=r||n?0:-1}),i});function s(e,t){let n=e.key===`ArrowRight`?1:e.key===`ArrowLeft`?-1:0,[a,o]=[e.ctrlKey||e.metaKey,e.shiftKey];if(e.key===` `&&(a||o))r.pick(t.figure,t.frame,a?`toggle`:`range`);else if(e.altKey||a||o)return;else if(n){let t=[...i.querySelectorAll(`button`)];t[t.indexOf(e.currentTarget)+n]?.focus({preventScroll:!0})}else if(e.key===`Enter`)r.go(t.frame);else return;e.preventDefault(),e.stopPropagation()}return B(()=>{let t=r.clips.value,n=r.keys.value,i=r.playing.value||r.scrubbing.value?zt(()=>r.playhead.value):r.playhead.value,a=[];for(let[r,o]of t){let t=o.placeFrom(i),s=o.frames.length;for(let i=Math.max(0,t-gx);i<Math.min(s,t+gx);i++){let c=o.frames[i],l=e.several.value?` of ${r}`:``,u=`key ${i+1} of ${s}${l}, frame ${Number(c.toFixed(2))}`,d=i===Math.min(t,s-1);a.push([`${r}\n${c}`,{figure:r,frame:c,label:u,chosen:n.get(r)?.has(c)??!1,near:d}])}}o.show(a)}),a}var vx=class{line;name=`keys`;constructor(e){this.line=e}hover(e){let t=this.line.keyUnder(e);return t&&{cursor:`grab`,key:t}}down(e){let t=e.button===0?this.line.keyUnder(e):null;if(!t)return null;let n=this.line.state.timeline.keys.value,r=null,i=new Map,a=null;return{begin:()=>{this.line.state.timeline.keys.value.get(t.figure)?.has(t.frame)||this.choose(t,e)},move:n=>{if(a=this.line.outside(n),a){this.line.cancel(),this.line.doing.value={label:a.label,at:t.frame,command:null};return}let o=this.moved(t,e,n);[r,i]=[o.command,o.after],this.line.show(o)},up:()=>{a?(this.line.cancel(),a.run?.()):this.line.keep(r).then(()=>{r&&this.line.state.timeline.choose(i)})},cancel:()=>{this.line.cancel(),this.line.state.timeline.choose(n)},click:e=>this.choose(t,e)}}choose({figure:e,frame:t},{shift:n,ctrl:r}){this.line.state.timeline.pick(e,t,r?`toggle`:n?`range`:`alone`)}moved(e,t,n){let{line:r}=this,{timeline:i}=r.state,a=i.keys.value,o=r.snapped(e.frame+n.frame-t.frame,n.alt,a),s=Number((o-e.frame).toFixed(6)),c=n.ctrl,l=n.shift!==i.ripple.value&&!c,u=Math.min(...[...a.values()].flatMap(e=>[...e])),d=e=>new Set([...a.get(e)??[]].map(e=>e+s)),f=new Map([...i.clips.value].map(([e,t])=>{let n=d(e),r=t=>!n.has(t)||!c&&(a.get(e)?.has(t)??!1);return[e,l?new Set:new Set(t.frames.filter(e=>!r(e)))]})),p=[...f.values()].flatMap(e=>[...e]),m=c?`copy`:l?`all after`:``,h=[`${Number(o.toFixed(2))} (${s>=0?`+`:`−`}${Number(Math.abs(s).toFixed(2))})`,m,p.length?`replaces ${p.length===1?`the key at ${p[0]}`:`${p.length} keys`}`:``],g=Ae(a),_=l?{kind:`slide_time`,figures:Object.keys(g),start:u,by:s}:{kind:`move_keys`,keys:g,by:s,...c&&{copy:!0}},v=(e,t)=>l?a.has(e)&&t>=u:a.get(e)?.has(t)??!1;return{label:h.filter(Boolean).join(` · `),at:o,command:s===0?null:_,keys:a,copies:c,replaced:f,moved:(e,t)=>v(e,t)?t+s:t,after:new Map([...a.keys()].map(e=>[e,d(e)]))}}},yx=()=>R(null),bx=6,xx=2,Sx=e=>e;function Cx(e,t,n,r,i=Sx){let a=n/2+xx,o=e.placeFrom(t.frame(-2*a)),s=[],c=i===Sx,l=t.frame(t.width+2*a);for(let n=c?o:0;n<e.frames.length;n++){let r=e.frames[n];if(c&&r>l)break;let o=t.x(i(r));o>-2*a&&o<t.width+2*a&&s.push({place:n,frame:r,x:o})}let u=[],d=new Set,f=(e,t)=>{let n=0;for(let t=u.length;n<t;){let r=n+t>>1;u[r]<e?n=r+1:t=r}(u[n]??1/0)-e<2*a||e-(u[n-1]??-1/0)<2*a||(u.splice(n,0,e),d.add(t))};for(let{place:e,frame:t,x:n}of s)r(t)&&f(n,e);for(let{place:e,x:t}of s)f(t,e);return s.map(e=>({...e,pictured:d.has(e.place)}))}function wx(e,t,n){let r=null,i=bx;for(let n of e){let e=Math.abs(n.x-t);e<=i&&([r,i]=[n,e])}return r??e.find(e=>e.pictured&&Math.abs(e.x-t)<=n/2)??null}var[Tx,Ex]=[.02,120],Dx=28,Ox=class{width=800;shown=R({start:-3,scale:8});get window(){return this.shown}get scale(){return this.shown.value.scale}x(e){let{start:t,scale:n}=this.shown.value;return(e-t)*n}frame(e){let{start:t,scale:n}=this.shown.value;return t+e/n}get end(){return this.frame(this.width)}zoom(e,t){let{start:n,scale:r}=this.shown.value,i=Math.min(Math.max(r*t,Tx),Ex);this.shown.value={start:n+e/r-e/i,scale:i}}pan(e){let{start:t,scale:n}=this.shown.value;this.shown.value={start:t-e/n,scale:n}}fit(e,t){let n=Math.min(Math.max((this.width-56)/Math.max(t-e,1),Tx),Ex);this.shown.value={start:(e+t)/2-this.width/2/n,scale:n}}reveal(e){let t=this.x(e);t<0?this.pan(Dx-t):t>this.width&&this.pan(this.width-Dx-t)}ticks(){let e=56/this.scale,t=[1,2,5,10,20,50,100,200,500,1e3,2e3,5e3].find(t=>t>=e)??1e4,n=[1,2,5,10].map(e=>t/e).filter(e=>e>=1&&e*this.scale>=5);return{labels:t,ticks:Math.min(t,...n)}}},kx=3,Ax=6,jx=class{editor;scale=new Ox;doing=yx();curves;height=0;over=!1;outside=()=>null;moved=R(0);constructor(e){this.editor=e,this.curves=new $b(e.state,this.scale)}get state(){return this.editor.state}get scrolled(){return this.moved.value}get hidden(){let e=In(this.state,this.scrolled);return Math.max(zn(e)+this.scrolled+11-this.height,0)}scroll(e){this.moved.value=Math.min(Math.max(e,0),this.hidden)}rows(){return[{kind:`overview`,top:this.height-11,height:11},...In(this.state,this.scrolled)]}sample(e,t){let{clientX:n,clientY:r,button:i,shiftKey:a,altKey:o}=e,[s,c]=[n-t.left,r-t.top],l=e.ctrlKey||e.metaKey,u=e instanceof PointerEvent&&e.pointerType===`touch`?kx:1,[d,f]=[this.scale.frame(s-132),Bn(this.rows(),c)];return{x:s,y:c,clientX:n,clientY:r,button:i,shift:a,alt:o,ctrl:l,frame:d,row:f,reach:u}}shown(e){let t=this.state.timeline.clips.value.get(e),n=this.state.timeline.keys.value.get(e);return t?Cx(t,this.scale,Pn.width,e=>n?.has(e)??!1):[]}keyUnder({row:e,x:t,y:n,reach:r}){if(e?.kind===`curves`&&t>=132){let i=this.curves.under(e,t-132,n,r);return i&&{figure:e.figure,frame:`key`in i?i.key.frame:i.frame}}if(e?.kind!==`keys`||t<132)return null;let i=wx(this.shown(e.figure),t-132,Pn.width);return i&&{figure:e.figure,frame:i.frame}}snapped(e,t,n=new Map){if(t)return Number(e.toFixed(2));let{timeline:r}=this.state,i=[r.playhead.value,...r.data.value.marks.map(e=>e.frame)];for(let[t,a]of r.clips.value){let r=a.placeFrom(e);for(let e of[a.frames[r-1],a.frames[r]])e!==void 0&&!n.get(t)?.has(e)&&i.push(e)}let[a]=i.sort((t,n)=>Math.abs(t-e)-Math.abs(n-e)),o=Math.min(Ax/this.scale.scale,.5);return a!==void 0&&Math.abs(a-e)<o?a:Math.round(e)}show(e){this.doing.value=e,e.command?this.editor.previews.show(e.command):this.editor.previews.cancel()}async keep(e){e?(this.editor.previews.done(),this.editor.receiver.posedAt=null,await this.editor.edit(e),this.doing.value=null):this.cancel()}cancel(){this.editor.previews.cancel(),this.doing.value=null}},Mx=class{line;rows;name=`names`;constructor(e,t){this.line=e,this.rows=t}hover(){return null}down(e){let{line:t}=this;if(e.button!==0||e.x>=132||!t.hidden)return null;let n=t.scrolled,r=this.rows.map(t=>t.down(e)).find(e=>e!==null),i=r=>t.scroll(n+e.y-r.y);return{move:i,up:i,cancel:()=>t.scroll(n),click:e=>r?.click?.(e)}}};function Nx({extent:e,scale:t}){return[Math.min(e[0],t.frame(0)),Math.max(e[1],t.end)]}function Px(e,{state:t,scale:n,colours:r},i){let{timeline:a}=t,[o,s]=Nx({extent:a.extent.value,scale:n}),c=e=>(e-o)/(s-o)*n.width;e.fillStyle=r.panel,e.fillRect(-132,i.top,n.width+132,i.height),e.fillStyle=r.line,e.fillRect(c(a.extent.value[0]),i.top+4,c(a.extent.value[1])-c(a.extent.value[0]),2),e.fillStyle=r.dim;let l=-2;for(let t of a.clips.value.values()){for(let n of t.frames){let t=Math.round(c(n));t-l<2&&t>=l||(e.fillRect(t,i.top+2,1,6),l=t)}l=-2}let[u,d]=[c(n.frame(0)),c(n.end)];e.fillStyle=Bb(r.accent,.22),e.strokeStyle=Bb(r.accent,.8),e.beginPath(),e.roundRect(u+.5,i.top+.5,Math.max(d-u-1,6),i.height-1,3),e.fill(),e.stroke(),e.fillStyle=r.accent,e.fillRect(Math.round(c(a.playhead.value)),i.top,1,i.height)}var Fx=class{line;name=`overview`;constructor(e){this.line=e}hover({row:e,x:t}){return e?.kind===`overview`&&t>=132?{cursor:`grab`,say:`Drag to go along the clip; double-click: all of it`}:null}down(e){if(e.row?.kind!==`overview`||e.button!==0||e.x<132)return null;let{scale:t,state:n}=this.line,r=t.window.value,[i,a]=Nx({extent:n.timeline.extent.value,scale:t}),o=t.width/(a-i),s=i+(e.x-132)/o,c=s<t.frame(0)||s>t.end;return{atOnce:!0,begin:()=>{c&&t.pan(-(s-(t.frame(0)+t.end)/2)*t.scale)},move:({x:n})=>{let i=c?s-(t.end-t.frame(0))/2:r.start;t.pan(-(i+(n-e.x)/o-t.frame(0))*t.scale)},up:()=>{},cancel:()=>t.pan(-(r.start-t.frame(0))*t.scale)}}};function Ix(e,t,n,r){let{state:i,scale:a,colours:o,doing:s}=t,[c,l]=[n.top+3,n.height-7],u=i.timeline.data.value.rate,d=s?.spans?.lock===r.id?s.spans.spans:Kt(r,u,a),f=i.timeline.frames.get(r.figure),p=f?.locks.indexOf(r.id)??-1,m=f?.waitsForLong()??!1;for(let{start:n,end:s,ease_in:u,ease_out:h}of d){let[d,g]=[a.x(n-.5),a.x(s+.5)];zx(e,a.x(n-u),d,c,l,o.dim),zx(e,g,a.x(s+h),c,l,o.dim),e.save(),e.beginPath(),e.roundRect(d,c,Math.max(g-d,3),l,3),e.clip(),e.fillStyle=r.enabled?o.strong:Bb(o.strong,.35),e.fillRect(d,c,g-d,l),r.enabled&&f&&p>=0&&!m&&Lx(e,t,f,p,n,s,c,l),e.restore(),i.selection.value.lock===r.id&&(e.strokeStyle=o.accent,e.strokeRect(d+.5,c+.5,Math.max(g-d-1,2),l-1))}}function Lx(e,{scale:t,colours:n},r,i,a,o,s,c){let l=Math.max(Math.ceil(a),Math.floor(t.frame(0)),r.first),u=Math.min(Math.floor(o),Math.ceil(t.end),r.first+r.count-1),d=Math.max(1,Math.floor(1/t.scale)),f=[n.held,n.amber,n.red];for(let a=l;a<=u;){let o=Rx(r,a,i),l=a+d;for(;l<=u&&Rx(r,l,i)===o;)l+=d;let[p,m]=[t.x(a-.5),t.x(Math.min(l-d,u)+.5)];o!==null&&(e.fillStyle=Bb(f[o]??``,o?.95:.65),e.fillRect(p,s,m-p+.5,c),o===2&&zx(e,p,m,s,c,n.back),o===1&&(e.fillStyle=n.back,e.fillRect(p,s+c/2,m-p,1))),a=l}}function Rx(e,t,n){let r=t-e.first,i=e.has(r)?e.error(r,n):null;if(!i)return null;let{share:a}=tn(i);return a<=1?0:a<=10?1:2}function zx(e,t,n,r,i,a){if(!(n-t<1)){e.save(),e.beginPath(),e.rect(t,r,n-t,i),e.clip(),e.strokeStyle=Bb(a,.7),e.beginPath();for(let a=Math.floor(t/5)*5-i;a<n;a+=5)e.moveTo(a,r+i),e.lineTo(a+i,r);e.stroke(),e.restore()}}var Bx=.05;function Vx(e,t){let n=je(t);if(!n||n[0]===n[1])return null;let r=Pn.width/2+2+9/2;return[e.scale.x(n[0])-r,e.scale.x(n[1])+r]}var Hx=class{line;name=`range`;constructor(e){this.line=e}hover(e){return this.gripUnder(e)===null?null:{cursor:`ew-resize`,say:`Drag to stretch; Ctrl: about the playhead`}}down(e){let t=e.button===0?this.gripUnder(e):null,n=this.line.state.timeline.keys.value,r=je(n);if(t===null||!r)return null;let i=null;return{move:a=>{i=this.stretched(r,t,n,a.frame-e.frame,a),this.line.show(i)},up:()=>{let e=i;this.line.keep(e?.command??null).then(()=>{if(!e?.command)return;let t=[...n].map(([t,n])=>[t,new Set([...n].map(e.map))]);this.line.state.timeline.choose(new Map(t))})},cancel:()=>this.line.cancel()}}gripUnder({row:e,x:t,reach:n}){let{keys:r}=this.line.state.timeline;if(e?.kind!==`keys`||t<132||!r.value.has(e.figure))return null;let i=Vx(this.line,r.value);if(!i)return null;let a=i.findIndex(e=>Math.abs(e-(t-132))<=5.5*n);return a===0||a===1?a:null}stretched([e,t],n,r,i,{ctrl:a,alt:o}){let{line:s}=this,c=s.snapped((n?t:e)+i,o,r),l=a?s.state.timeline.playhead.value:n?e:t,u=n?t:e,d=u===l?1:(c-l)/(u-l),f=Math.max(d,Bx),p=e=>Number(e.toFixed(3)),[m,h]=[p(l+(e-l)*f),p(l+(t-l)*f)],g=n=>n<e?n:n>t?n+h-t:p(m+(n-e)*(h-m)/(t-e)),_=m===e&&h===t;return{label:`× ${Number(f.toFixed(2))} · ${m} … ${h}`,at:n?h:m,command:_?null:{kind:`stretch_time`,figures:[...r.keys()],start:e,end:t,new_start:m,new_end:h},keys:r,moved:(e,t)=>r.has(e)?g(t):t,map:g}}},Ux=46,[Wx,Gx]=[.06,.42];function Kx(e,t,n){let[r,i]=[1-t,1-n];return e**3*(r+i-2)+e**2*(3-2*r-i)+e*r}function qx(e,t,n){let{scale:r}=n,i=[];for(let n=Math.max(0,e.placeFrom(r.frame(0))-1);n+1<e.frames.length;n++){let[a,o]=[e.frames[n],e.frames[n+1]],[s,c]=[r.x(a),r.x(o)];if(s>r.width)break;if(c-s<Ux||e.key(n).curve===`hold`)continue;let l=(e,n,r,i,a)=>{let[o,l]=[i+a*Wx*(c-s),i+a*Gx*(c-s)];return{figure:t,frame:e,field:n,value:r,from:o,to:l,x:o+r*(l-o)}};i.push(l(a,`slow_out`,e.key(n).slow_out,s,1)),i.push(l(o,`slow_in`,e.key(n+1).slow_in,c,-1))}return i}var Jx=class{line;name=`slow`;constructor(e){this.line=e}hover(e){let t=this.gripUnder(e),n=t?.field===`slow_out`?`Slow out`:`Slow in`;return t&&{cursor:`ew-resize`,say:`${n}: ${Math.round(100*t.value)} %`}}down(e){let t=e.button===0?this.gripUnder(e):null;if(!t)return null;let{line:n}=this,r=t.value,i=t.field===`slow_out`?`slow out`:`slow in`,a=()=>({kind:`change_keys`,keys:{[t.figure]:[t.frame]},changes:{[t.field]:r}});return{move:({x:e})=>{let o=(e-132-t.from)/(t.to-t.from);r=Number(Math.min(Math.max(o,0),1).toFixed(2)),n.show({label:`${i} ${Math.round(100*r)} %`,at:t.frame,command:r===t.value?null:a(),slow:{...t,value:r}})},up:()=>void n.keep(r===t.value?null:a()),cancel:()=>n.cancel()}}gripUnder({row:e,x:t,reach:n}){if(e?.kind!==`bar`||t<132)return null;let r=this.line.state.timeline.clips.value.get(e.figure),i=r?qx(r,e.figure,this.line):[],a=e=>Math.abs(e.x-(t-132)),o=i.reduce((e,t)=>e&&a(e)<=a(t)?e:t,null);return o&&a(o)<=5*n?o:null}},Yx=`11px "Inter", "Segoe UI", system-ui, "Noto Sans", "DejaVu Sans", sans-serif`;function Xx(e,t){let{rows:n,colours:r,width:i,height:a}=t;e.clearRect(0,0,i,a),e.font=Yx,e.textBaseline=`middle`;let o=n.filter(({kind:e})=>e!==`overview`);for(let n of o)n.top<a&&n.top+n.height>32&&$x(e,t,n);e.fillStyle=r.panel,e.fillRect(0,0,i,32),Qx(e,t,()=>{nS(e,t),rS(e,t),iS(e,t),aS(e,t);for(let r of n)r.kind===`overview`&&Px(e,t,r);pS(e,t),mS(e,t)}),Zx(e,t),uS(e,t)}function Zx(e,{colours:t,height:n,scrolled:r,hidden:i}){if(!i)return;let[a,o]=[34,n-22-10-4],s=Math.max(o*o/(o+i),16);e.fillStyle=t.strong,e.beginPath(),e.roundRect(2,a+r/i*(o-s),3,s,1.5),e.fill()}function Qx(e,{width:t,height:n},r,i=0){e.save(),e.beginPath(),e.rect(132-i,0,t-132+i,n),e.clip(),e.translate(132,0),r(),e.restore()}function $x(e,t,n){let{state:r,colours:i,width:a}=t;e.fillStyle=i.line,e.fillRect(0,n.top+n.height-1,a,n.kind===`keys`?0:1);let o=n.top+n.height/2;if(n.kind===`keys`&&eS(e,t,r.several.value?n.figure:`Keys`,Math.min(n.top+14,o),i.text,10),n.kind===`audit`&&eS(e,t,`Audit`,o,i.dim,18),n.kind===`curves`&&ix(e,t,n),n.kind===`strip`){let o=n.locks.some(e=>e.id===r.selection.value.lock);o&&(e.fillStyle=Bb(i.accent,.1),e.fillRect(0,n.top,a,n.height-1));let s=n.locks.every(e=>!e.enabled)?i.faint:o?i.accent:i.dim;eS(e,t,n.label,n.top+n.height/2,s,18)}Qx(e,t,()=>{let a=n.kind===`keys`||n.kind===`bar`?r.timeline.clips.value.get(n.figure):void 0;if(n.kind===`keys`&&!a?.frames.length?(e.fillStyle=i.faint,e.fillText(`no keys of its own: it moves with what holds it`,8,o)):n.kind===`keys`&&a&&(sS(e,t,n),oS(e,t,n,a)),n.kind===`bar`&&a&&dS(e,t,n,a),n.kind===`strip`)for(let r of n.locks)Ix(e,t,n,r);n.kind===`audit`&&Ub(e,t,n)}),n.kind===`curves`&&Qx(e,t,()=>ax(e,t,n),34)}function eS(e,{colours:t},n,r,i,a){e.fillStyle=i,e.fillText(tS(e,n.charAt(0).toUpperCase()+n.slice(1),124-a),a,r),e.fillStyle=t.line}function tS(e,t,n){if(e.measureText(t).width<=n)return t;let r=t.length-1;for(;r>1&&e.measureText(`${t.slice(0,r)}…`).width>n;)r--;return`${t.slice(0,r).trimEnd()}…`}function nS(e,{scale:t,colours:n,state:r}){let{labels:i,ticks:a}=t.ticks(),[o,s]=r.timeline.extent.value;e.fillStyle=Bb(n.accent,.08),r.timeline.moves.value&&e.fillRect(t.x(o),0,t.x(s)-t.x(o),22);for(let r=Math.ceil(t.frame(0)/a)*a;r<=t.end;r+=a){let[a,o]=[Math.round(t.x(r)),Math.round(r/i)*i===r];e.fillStyle=o?n.strong:n.line,e.fillRect(a,22-(o?8:4),1,o?8:4),o&&(e.fillStyle=n.dim,e.textAlign=`center`,e.fillText(String(r),a,7))}e.textAlign=`left`,e.fillStyle=n.line,e.fillRect(0,31,t.width,1)}function rS(e,{scale:t,colours:n,state:r,doing:i}){let a=i?.range??r.timeline.loop.value;if(!a)return;let[o,s]=[t.x(a[0]),t.x(a[1])];e.fillStyle=Bb(n.accent,.35),e.fillRect(o,24,s-o,5),e.fillStyle=n.accent;for(let t of[o,s])e.fillRect(t-1,22,2,9)}function iS(e,{scale:t,colours:n,state:r,height:i}){for(let{frame:a,name:o}of r.timeline.data.value.marks){let r=Math.round(t.x(a));e.fillStyle=Bb(n.amber,.5),e.fillRect(r,0,1,i),e.fillStyle=n.amber,e.fillText(o,r+4,26)}let a=r.timeline.data.value.unkeyed;a!==null&&(e.strokeStyle=n.amber,e.setLineDash([3,3]),e.strokeRect(t.x(a)-Pn.width/2,35,Pn.width,Pn.height),e.setLineDash([]))}function aS(e,{scale:t,colours:n,state:r,height:i}){let a=r.timeline.playhead.value,o=Math.round(t.x(a)),s=Number.isInteger(a)?String(a):a.toFixed(2);e.fillStyle=n.accent,e.fillRect(o,20,1,i);let c=e.measureText(s).width+10;e.beginPath(),e.roundRect(o-c/2,0,c,15,4),e.fill(),e.fillStyle=n.back,e.textAlign=`center`,e.fillText(s,o,8),e.textAlign=`left`}function oS(e,t,n,r){let{state:i,scale:a,colours:o,doing:s,pictures:c}=t,l=i.timeline.keys.value.get(n.figure),u=e=>s?.keys?.get(n.figure)?.has(e)??!1,d=s?.moved===void 0?Sx:e=>s?.moved?.(n.figure,e)??e,f=Cx(r,a,Pn.width,e=>l?.has(e)??!1,d),p=n.top+4;if(s?.copies)for(let{frame:t}of f)u(t)&&cS(e,a.x(t),n,o.faint,2);for(let t of f){let i=l?.has(t.frame)??!1,a=s?.replaced?.get(n.figure)?.has(t.frame)&&!u(t.frame),d=Math.round(t.x),f=a?o.red:i?o.accent:o.dim;if(t.pictured){let r=d-Pn.width/2;e.globalAlpha=a?.35:1,e.fillStyle=i?o.accentBack:o.raised,e.beginPath(),e.roundRect(r,p,Pn.width,Pn.height,5),e.fill();let l=c.get(n.figure,t.frame,s!==null);l&&e.drawImage(l,r,p,Pn.width,Pn.height),e.strokeStyle=i?o.accent:o.line,e.lineWidth=i?2:1,e.stroke(),e.lineWidth=1,e.globalAlpha=1}let m=r.key(t.place);cS(e,d,n,f,i?3:2),m.tracks&&lS(e,d,p+Pn.height+2,f),m.name&&t.pictured&&(e.fillStyle=o.text,e.fillText(m.name.slice(0,7),d-Pn.width/2+3,p+7))}}function sS(e,{state:t,scale:n,colours:r,doing:i},a){let o=t.timeline.keys.value,s=o.has(a.figure)&&!i?Vx({scale:n},o):null;if(s){e.fillStyle=Bb(r.accent,.1),e.fillRect(s[0],a.top+2,s[1]-s[0],62);for(let t of s){e.fillStyle=r.accent,e.beginPath(),e.roundRect(t-9/2,a.top+33-13,9,26,3),e.fill(),e.fillStyle=r.back;for(let n of[-2,1])e.fillRect(t+n,a.top+33-5,1,10)}}}function cS(e,t,n,r,i){e.fillStyle=r,e.fillRect(Math.round(t-i/2),n.top+66-8,i,8)}function lS(e,t,n,r){e.fillStyle=r,e.beginPath(),e.moveTo(t,n-5),e.lineTo(t+5,n),e.lineTo(t,n+5),e.lineTo(t-5,n),e.fill()}function uS(e,{state:t,scale:n,colours:r,hovered:i,pictures:a,rows:o,doing:s,width:c}){let l=o.find(e=>e.kind===`keys`&&e.figure===i?.figure);if(!i||!l||s||t.playing)return;let u=a.get(i.figure,i.frame);if(!u)return;let[d,f]=[Fn*Pn.width,Fn*Pn.height],p=Math.min(Math.max(134,132+n.x(i.frame)-d/2),c-d-2),m=Math.max(2,l.top+66-6-f);e.fillStyle=r.raised,e.strokeStyle=r.accent,e.beginPath(),e.roundRect(p,m,d,f,6),e.fill(),e.stroke(),e.drawImage(u,p,m,d,f),e.fillStyle=r.text,e.fillText(String(Number(i.frame.toFixed(2))),p+6,m+9)}function dS(e,t,n,r){let{scale:i,colours:a,doing:o}=t,s=n.top+n.height/2,c=e=>i.x(o?.moved?.(n.figure,e)??e),l=Math.max(0,r.placeFrom(i.frame(0))-1),[u,d]=[new Path2D,new Path2D];e.strokeStyle=a.strong,e.fillStyle=a.strong;for(let a=o?0:l;a+1<r.frames.length;a++){let[l,f]=[c(r.frames[a]),c(r.frames[a+1])];if(!o&&l>i.width)break;if(f<0||l>i.width)continue;let p=r.key(a).curve===`hold`?d:u;p.moveTo(l,s),p.lineTo(f,s),fS(e,t,n.figure,r,a,l,f,s)}if(e.stroke(u),e.setLineDash([2,4]),e.stroke(d),e.setLineDash([]),!o||o.slow)for(let i of qx(r,n.figure,t)){let t=o?.slow,n=t?.figure===i.figure&&t.frame===i.frame&&t.field===i.field,r=n?i.from+t.value*(i.to-i.from):i.x;e.fillStyle=n||i.value?a.accent:a.dim,e.beginPath(),e.arc(r,s,3.5,0,7),e.fill()}}function fS(e,{scale:t,colours:n,doing:r},i,a,o,s,c,l){let[u,d]=[a.frames[o],a.frames[o+1]],f=Math.round(d-u);if((c-s)/Math.max(f,1)<4)return;let p=r?.slow?.figure===i?r.slow:null,m=p?.frame===u&&p.field===`slow_out`?p.value:a.key(o).slow_out,h=p?.frame===d&&p.field===`slow_in`?p.value:a.key(o+1).slow_in;e.fillStyle=n.strong;for(let n=0;n<=f;n++){let r=s+Kx(n/f,m,h)*(c-s);r>=0&&r<=t.width&&e.fillRect(Math.round(r),l-2,1,4)}}function pS(e,{doing:t,colours:n}){if(!t?.box)return;let{x:r,y:i,width:a,height:o}=t.box;e.fillStyle=Bb(n.accent,.14),e.fillRect(r-132,i,a,o),e.strokeStyle=n.accent,e.strokeRect(r-132+.5,i+.5,a,o)}function mS(e,{doing:t,scale:n,colours:r}){if(!t?.label)return;let i=e.measureText(t.label).width+14,a=Math.min(Math.max(n.x(t.at)-i/2,2),n.width-i-2);e.fillStyle=r.text,e.beginPath(),e.roundRect(a,14,i,18,5),e.fill(),e.fillStyle=r.back,e.fillText(t.label,a+7,23.5)}var hS=600,gS=6,_S=100,vS=150,yS=class{state;stage;drawn;kept=new Map;wanted=new Map;timer;constructor(e,t,n){this.state=e,this.stage=t,this.drawn=n}get(e,t,n=!1){let r=`${e}\n${t}`,[i,a]=[this.kept.get(r),this.stampOf(e,t)];return!(i&&i.stamp===a&&i.theme===this.stage.options.theme)&&a&&!n&&(this.wanted.set(r,{figure:e,frame:t}),this.timer??=setTimeout(()=>this.drawSome(),30)),i?.canvas??null}stampOf(e,t){let n=this.state.timeline.frames.get(e);return n?.count?n.stamps[n.row(Math.round(t))]??0:0}drawSome(){this.timer=void 0;let{playing:e,timeline:t}=this.state,n=[...this.wanted.values()].some(({figure:e})=>t.frames.get(e)?.complete===!1),r=this.state.dragging.value||t.scrubbing.value||n,i=performance.now(),a=!1;for(let[t,{figure:n,frame:o}]of this.wanted){if(r||e&&a||performance.now()-i>gS)break;this.wanted.delete(t),a=this.draw(t,n,o)||a}this.wanted.size&&(this.timer=setTimeout(()=>this.drawSome(),r?_S:e?vS:16)),a&&this.drawn()}draw(e,t,n){let r=this.state.timeline.frames.get(t)?.pose(n),i=Fn*Math.min(devicePixelRatio,2),[a,o]=[Math.round(i*Pn.width),Math.round(i*Pn.height)],s=r&&this.stage.picture(t,r.transforms,a,o);if(!s)return!1;let c=this.kept.get(e)?.canvas??document.createElement(`canvas`);[c.width,c.height]=[s.width,s.height],c.getContext(`2d`)?.putImageData(s,0,0),this.kept.delete(e),this.kept.set(e,{canvas:c,stamp:this.stampOf(t,n),theme:this.stage.options.theme});let l=this.kept.keys().next().value;return this.kept.size>hS&&l!==void 0&&this.kept.delete(l),!0}},bS=5,xS={move:`grab`,start:`col-resize`,end:`col-resize`,ease_in:`ew-resize`,ease_out:`ew-resize`},SS=class{line;name=`strips`;constructor(e){this.line=e}hover(e){if(e.row?.kind!==`strip`)return null;if(e.x<132)return{cursor:`pointer`,say:e.row.label};let t=this.under(e),n=t?.lock??TS(e.row,e.frame);return{cursor:t?xS[t.grip]:`default`,...n&&{say:this.said(n,Math.round(e.frame))}}}down(e){let{row:t}=e;if(t?.kind!==`strip`||e.button!==0)return null;let{state:n}=this.line,r=e.x<132?null:this.under(e),i=r?.lock??TS(t,e.frame);if(!i)return null;let a=()=>n.select({figure:i.figure,part:i.part},i.id);if(!r)return e.x>=132&&!this.isInside(e)?null:{move:()=>{},up:()=>{},cancel:()=>{},click:()=>this.click(i,e)};let o=null;return{begin:a,move:t=>{let n=this.changed(r,e,t),a=n.map(e=>Gt(e,this.rate));o=Ih(n,r.spans)?null:{kind:`change_lock`,id:i.id,changes:{spans:n}},this.line.show({...ES(r.grip,a[r.place]),command:o,spans:{lock:i.id,spans:a}})},up:()=>void this.line.keep(o),cancel:()=>this.line.cancel(),click:()=>this.click(i,e)}}click(e,{x:t,frame:n}){let{state:r}=this.line;r.select({figure:e.figure,part:e.part},e.id),!(t<132)&&(r.timeline.go(Math.round(n)),r.status.value=this.said(e,Math.round(n)))}said(e,t){let n=this.line.state.timeline.frames.get(e.figure),r=n?.locks.indexOf(e.id)??-1,i=n&&r>=0?n.error(n.row(t),r):null;if(!i)return`${e.name}: does not hold at frame ${t}`;let{error:a,unit:o}=tn(i);return`${e.name}, frame ${t}: ${rn(a,o)} off`}get rate(){return this.line.state.timeline.data.value.rate}isInside({row:e,frame:t}){return e?.kind===`strip`&&e.locks.flatMap(e=>Kt(e,this.rate,this.line.scale)).some(({start:e,end:n})=>t>=e-.5&&t<=n+.5)}under(e){if(e.row?.kind!==`strip`)return null;for(let t of e.row.locks){let n=this.gripOf(t,e.x,e.reach);if(n)return n}return null}gripOf(e,t,n){let{line:r}=this,i=e.spans===null,a=e.spans??[{...Wt(...r.state.timeline.extent.value),ease_in:0,ease_out:0}],o=e=>Math.abs(r.scale.x(e)-(t-132))<=bS*n;for(let[n,s]of a.entries()){let c=Gt(s,this.rate),l=t=>({lock:e,place:n,spans:a,grip:t});if(o(c.start-.5))return l(`start`);if(o(c.end+.5))return l(`end`);if(i)continue;if(o(c.start-c.ease_in))return l(`ease_in`);if(o(c.end+c.ease_out))return l(`ease_out`);let u=r.scale.frame(t-132);if(u>c.start&&u<c.end)return l(`move`)}return null}changed({lock:e,spans:t,place:n,grip:r},i,a){let{line:o}=this,s=t[n],{ease_in:c,ease_out:l}=Gt(s,this.rate),[u,d]=[(t[n-1]?.end??-1/0)+1,(t[n+1]?.start??1/0)-1],f=a.frame-i.frame,p=(e,t,n)=>Math.min(Math.max(o.snapped(e+f,a.alt),t),n),m=(()=>{if(r===`start`)return CS(s,p(s.start,u,s.end),e.spans===null);if(r===`end`)return wS(s,p(s.end,s.start,d),e.spans===null);let[t,n]=[Math.max(0,Math.round(c-f)),Math.max(0,Math.round(l+f))];if(r===`ease_in`)return t===c?s:{...s,ease_in:t,cut_in:!1};if(r===`ease_out`)return n===l?s:{...s,ease_out:n,cut_out:!1};let i=p(s.start,u,d-(s.end-s.start));return i===s.start?s:{...s,start:i,end:i+s.end-s.start}})();return t.map((e,t)=>t===n?m:e)}},CS=(e,t,n)=>t===e.start?e:{...e,start:t,cut_in:!1,...n&&{ease_in:null}},wS=(e,t,n)=>t===e.end?e:{...e,end:t,cut_out:!1,...n&&{ease_out:null}},TS=(e,t)=>e.locks.length===1?e.locks[0]:e.locks.find(e=>e.spans?.some(({start:e,end:n})=>t>=e-.5&&t<=n+.5));function ES(e,{start:t,end:n,ease_in:r,ease_out:i}){return e===`ease_in`?{label:`window ${Number(r.toFixed(1))} frames`,at:t}:e===`ease_out`?{label:`window ${Number(i.toFixed(1))} frames`,at:n}:{label:`holds ${t} … ${n}`,at:e===`end`?n:t}}var DS=class{line;name=`pan`;constructor(e){this.line=e}hover(){return null}down(e){if(e.button!==1)return null;let{x:t,y:n}=e,{row:r}=e,i=e=>{this.line.scale.pan(e.x-t),r?.kind===`curves`&&this.line.curves.pan(r,r.figure,e.y-n),{x:t,y:n}=e};return{atOnce:!0,move:i,up:i,cancel:()=>{}}}},OS=class{line;name=`scrub`;constructor(e){this.line=e}hover({row:e,x:t}){return e?.kind===`ruler`&&t>=132?{cursor:`ew-resize`}:null}down(e){if(e.button!==0||e.row?.kind!==`ruler`||e.x<132)return null;let{timeline:t}=this.line.state,n=t.playhead.value,r=({x:e,alt:n})=>{let r=this.line.scale.frame(e-132);t.go(n?Number(r.toFixed(2)):Math.round(r))},i=()=>{t.scrubbing.value=!1};return{atOnce:!0,begin:()=>{t.scrubbing.value=!0,r(e)},move:r,up:e=>{r(e),i()},cancel:()=>{t.go(n),i()}}}},kS=class{line;name=`loop`;constructor(e){this.line=e}hover({row:e,x:t}){return e?.kind===`loop`&&t>=132?{cursor:`col-resize`,say:`Drag to set what is repeated; double-click: all`}:null}down(e){if(e.button!==0||e.row?.kind!==`loop`||e.x<132)return null;let{line:t}=this,n=n=>{let[r,i]=[t.snapped(e.frame,!1),t.snapped(n.frame,!1)];return[Math.round(Math.min(r,i)),Math.round(Math.max(r,i))]};return{move:e=>{let[r,i]=n(e);t.show({label:`repeats ${r} … ${i}`,at:i,command:null,range:[r,i]})},up:e=>{let[r,i]=n(e);t.cancel(),t.state.timeline.loop.value=i>r?[r,i]:null,t.state.setView({looped:!0})},cancel:()=>t.cancel()}}},AS=class{line;name=`box`;constructor(e){this.line=e}hover(){return null}down(e){if(e.button!==0||e.x<132)return null;let{line:t}=this,{timeline:n}=t.state,r=n.keys.value,i=t=>({x:Math.min(e.x,t.x),y:Math.min(e.y,t.y),width:Math.abs(t.x-e.x),height:Math.abs(t.y-e.y)}),a=t=>n.choose(this.inside(i(t),e.shift||e.ctrl?r:null));return{move:e=>{a(e),t.show({label:``,at:0,command:null,box:i(e)})},up:e=>{a(e),t.cancel()},cancel:()=>{t.cancel(),n.choose(r)},click:()=>n.choose(new Map)}}inside({x:e,y:t,width:n,height:r},i){let{line:a}=this,o=new Map([...i??[]].map(([e,t])=>[e,new Set(t)])),[s,c]=[a.scale.frame(e-132),a.scale.frame(e+n-132)];for(let i of a.rows()){if(i.kind===`curves`&&i.top<=t+r&&i.top+i.height>=t){let s=(i,a)=>i+132>=e&&i+132<=e+n&&a>=t&&a<=t+r,c=a.curves.points(i).filter(e=>s(e.x,e.y));c.length&&o.set(i.figure,new Set([...o.get(i.figure)??[],...c.map(({frame:e})=>e)]))}if(i.kind!==`keys`||i.top>t+r||i.top+i.height<t)continue;let l=a.state.timeline.clips.value.get(i.figure)?.frames.filter(e=>e>=s&&e<=c),u=o.get(i.figure)??new Set;for(let e of l??[])u.add(e);u.size&&o.set(i.figure,u)}return o}},jS=.36,MS=60,NS=class{editor;element;line;pointer;canvas=y(`canvas`,{class:`timeline-canvas`,tabindex:`-1`,"aria-hidden":`true`});paintedIn=0;pictures;hovered=R(null);colours=null;due=0;fitted=!1;constructor(e,t,n){this.editor=e;let{state:r}=e;this.line=new jx(e),this.pictures=new yS(r,t,()=>this.request());let i=_x(r,{focused:e=>{this.hovered.value=e,e&&this.line.scale.reveal(e.frame)},menu:e=>{let{left:t,top:r}=this.canvas.getBoundingClientRect();n.keyMenu(e,{x:t+132+this.line.scale.x(e.frame),y:r})}});this.element=y(`div`,{class:`timeline-line`},i,this.canvas),this.pointer=this.makePointer(n),this.listen(),new ResizeObserver(()=>this.layout()).observe(this.element),B(()=>{r.theme.value,this.colours=null,this.request()}),B(()=>this.watch()),B(()=>this.layoutRows()),B(()=>{r.timeline.playing.value&&this.line.scale.reveal(r.timeline.playhead.value)})}fit(e,t){this.line.scale.fit(e,Math.max(t,e+1))}fitChosen(){let e=je(this.editor.state.timeline.keys.value);e&&e[1]>e[0]?this.fit(...e):this.fitAll(),this.line.curves.window.value=null}fitAll(){let[e,t]=this.editor.state.timeline.extent.value;this.fit(Math.min(e,0),Math.max(t,MS))}focusKey(){let e=[...this.element.querySelectorAll(`[role=gridcell][tabindex='0']`)];(e.find(e=>e.ariaSelected===`true`)??e[0])?.focus({preventScroll:!0})}request(){this.due||=requestAnimationFrame(()=>{this.due=0,this.draw()})}watch(){let{state:e}=this.editor,{timeline:t}=e;t.playhead.value,t.news.value,t.clips.value,t.keys.value,t.loop.value,t.data.value,e.locks.value,e.selection.value,e.several.value,this.line.scale.window.value,this.line.curves.window.value,this.line.doing.value,this.hovered.value,t.curves.value,t.tracks.value,t.smoothing.value,this.line.scrolled,this.request(),[...t.clips.value.keys()].some(e=>t.frames.get(e)?.provisional)&&setTimeout(()=>this.request(),160)}draw(){let{canvas:e,line:t}=this,n=e.getContext(`2d`);if(!n||!e.clientWidth)return;let r=performance.now();this.colours??=zb(e);let i=Math.min(devicePixelRatio,2);n.setTransform(i,0,0,i,0,0),zt(()=>Xx(n,{state:this.editor.state,scale:t.scale,curves:t.curves,rows:t.rows(),scrolled:t.scrolled,hidden:t.hidden,pictures:this.pictures,doing:t.doing.value,hovered:this.hovered.value,colours:this.colours,width:e.clientWidth,height:e.clientHeight})),this.paintedIn=performance.now()-r}layoutRows(){let{state:e}=this.editor;e.timeline.clips.value,e.locks.value,e.timeline.curves.value;let t=zn(In(e,0))+11,n=Math.round(Math.max(43,Math.min(t,jS*innerHeight)));this.line.height=n,zt(()=>this.line.scroll(this.line.scrolled)),this.canvas.style.height=`${n}px`,this.layout()}layout(){let{canvas:e,line:t}=this,[n,r]=[this.element.clientWidth,e.clientHeight];if(!n)return;let i=Math.min(devicePixelRatio,2),a=t.scale.width;t.scale.width=Math.max(n-132,50),(e.width!==Math.round(n*i)||e.height!==Math.round(r*i))&&([e.width,e.height]=[Math.round(n*i),Math.round(r*i)],this.draw()),!this.fitted&&zt(()=>this.editor.state.timeline.moves.value)?(this.fitted=!0,zt(()=>this.fitAll())):a!==t.scale.width&&this.request()}makePointer(e){let{line:t,canvas:n}=this,r=new Ib({sample:e=>t.sample(e,n.getBoundingClientRect()),hover:e=>{t.over=!0,this.hovered.value=e?.key??null,n.style.cursor=e?.cursor??`default`,n.title=e?.say??``},leave:()=>{t.over=!1,this.hovered.value=null},rest:t=>e.contextMenu(t),pinch:(e,[r,i],[a,o])=>{let s=n.getBoundingClientRect().left+132,[c,l]=[(r.x+i.x)/2,(a.x+o.x)/2];t.scale.pan(l-c),t.scale.zoom(l-s,Math.abs(a.x-o.x)/Math.max(Math.abs(r.x-i.x),1)||1)},pinched:()=>{}}),[i,a,o]=[new px(t),new Gb(t),new SS(t)];return r.register(new Mx(t,[i,a,o]),new DS(t),new Fx(t),new OS(t),new kS(t),new Hx(t),i,a,new vx(t),new Jx(t),o,new AS(t)),r.listen(n),n.addEventListener(`contextmenu`,r=>e.contextMenu(t.sample(r,n.getBoundingClientRect()))),r}listen(){let{canvas:e,line:t}=this,{timeline:n}=this.editor.state;e.addEventListener(`dblclick`,r=>{let i=t.sample(r,e.getBoundingClientRect()),a=t.keyUnder(i);a?n.go(a.frame):i.row?.kind===`ruler`||i.row?.kind===`overview`?this.fitAll():i.row?.kind===`curves`?t.curves.window.value=null:i.row?.kind===`loop`&&(n.loop.value=null)}),e.addEventListener(`wheel`,e=>this.turn(e),{passive:!1})}turn(e){e.preventDefault();let{line:t,canvas:n}=this,r=e.deltaMode===1?16:e.deltaMode===2?200:1,i=e.clientX-n.getBoundingClientRect().left-132,a=t.sample(e,n.getBoundingClientRect());a.row?.kind===`curves`&&(e.ctrlKey||i<0)?t.curves.zoom(a.row,a.row.figure,a.y,Math.exp(-e.deltaY*r*.002)):i<0?t.scroll(t.scrolled+e.deltaY*r):e.shiftKey||e.deltaX&&!e.ctrlKey?t.scale.pan(-(e.deltaX||e.deltaY)*r):t.scale.zoom(i,Math.exp(-e.deltaY*r*(e.ctrlKey?.01:.002)))}},PS=.01,FS=class{state;stage;drags;name=`arrow`;constructor(e,t,n){this.state=e,this.stage=t,this.drags=n}hover(e){let t=this.under(e);return t===null?null:{selection:null,arrow:t}}down(e){let t=e.button===0?this.under(e):null;if(t===null)return null;let{state:n,stage:r,drags:i}=this,{arrows:a}=r.gizmo,o=a.axes[t]??[0,0,1],s=a.badge.place,c=({x:t,y:n})=>{let i=r.stageRay(e.view,t,n);return i&&mv(i,s,o)},l=c(e)??0,u=e=>{let a=c(e);if(a===null)return;let u=e.ctrl?PS*Math.round((a-l)/PS):a-l,d=or(s,o,u);i.move({place:hh(d,r.up)}),n.readout.value=`${Sy[t]} ${nn(u)}`},d=()=>{n.readout.value=``,a.light(null),r.request()};return{begin:()=>{let e=this.grip();e&&i.begin(e),a.light(t)},move:u,up:e=>{u(e),i.end(),d()},cancel:()=>{i.cancel(),d()}}}grip(){let{part:e,lock:t}=this.state.selection.value;return t===null?e?this.state.tool.value===`root`?{what:`root`,...e}:{what:`part`,...e,exact:!0,...this.state.chainOf(e.figure)}:null:{what:`lock`,lock:t}}under({view:e,x:t,y:n}){let r=this.stage.rects[e];return r?this.stage.gizmo.arrows.pick(this.stage.cameras[e],r,t,n):null}};function IS(e,t,n,r){let i=n,a=e.cameras[n.view];return{move:t=>{let[o,s]=[t.clientX-i.clientX,t.clientY-i.clientY],c=e.rects[n.view];i=t,r?c&&a.pan(c,o,s):a.orbit(o,s),e.request()},up:()=>t.moved(),cancel:()=>{}}}var LS=({view:e,shift:t})=>e!==`perspective`||t,RS=class{stage;hooks;name=`navigate`;constructor(e,t){this.stage=e,this.hooks=t}hover(){return null}down(e){return e.button!==1&&!(e.button===0&&e.alt)?null:{...IS(this.stage,this.hooks,e,LS(e)),atOnce:!0}}},zS=class{stage;hooks;openMenu;name=`context`;constructor(e,t,n){this.stage=e,this.hooks=t,this.openMenu=n}hover(){return null}down(e){return e.button===2?{...IS(this.stage,this.hooks,e,!0),click:t=>this.openMenu({...t,x:e.x,y:e.y})}:null}},BS=class{state;stage;hooks;name=`ground`;constructor(e,t,n){this.state=e,this.stage=t,this.hooks=n}hover(){return null}down(e){return e.button===0?{...IS(this.stage,this.hooks,e,LS(e)),click:()=>this.state.select(null)}:null}},VS=.01,HS=Math.PI/90,US={ArrowRight:[1,0,0],ArrowLeft:[-1,0,0],ArrowUp:[0,1,0],ArrowDown:[0,-1,0],PageUp:[0,0,-1],PageDown:[0,0,1]},WS=class{state;drags;stage;moving=null;constructor(e,t,n){this.state=e,this.drags=t,this.stage=n}get active(){return this.moving!==null&&this.drags.current===this.moving.grip}begin(){let{state:e,stage:t}=this,{part:n}=e.selection.value,r=t.find(n);if(!n||!r)return;let{figure:i}=r.body,a=e.tool.value,o=a===`root`?0:r.joint,s=a===`root`?i.ref(i.root?.name??n.part):n,c={what:a===`root`||a===`rotate`?a:`part`,...s,...e.chainOf(s.figure)};this.moving={grip:c,goal:mh(r.body.effector(o),t.up),height:i.data.height,angle:0},this.drags.begin(c)}key(e){if(!this.active)return!1;let t=US[e.key];if(e.key===`Enter`||e.key===` `)this.finish(!0);else if(e.key===`Escape`)this.finish(!1);else if(t)this.move(ar(t,e.shiftKey?5:e.altKey?.1:1));else return!1;return!0}finish(e){let t=this.active;this.moving=null,t&&(e?this.drags.end():this.drags.cancel())}move([e,t,n]){let{state:r,drags:i,stage:a,moving:o}=this;if(!o)return;let s=a.cameras[r.large.value],c=s.back();if(r.tool.value===`rotate`){o.angle+=(e+t)*HS,i.move({turn:{axis:hh(c,a.up),angle:o.angle}});return}let l=VS*(o.height/1.75),[u,d]=s.axes();o.goal=or(or(or(o.goal,u,l*e),d,l*t),c,l*n);let f=n?u:c,p=or(o.goal,f,10*o.height);i.move({ray:{origin:hh(p,a.up),direction:hh(ar(f,-1),a.up)}})}},GS=4;function KS(e,t,n,r){let i=[0,0,0],a=({view:n,x:r,y:a})=>{let o=e.ray(n,r,a);o&&t.move({ray:{origin:rr(o.origin,i),direction:o.direction}})};return{begin:()=>{let e=n();i=e.offset,t.begin(e.grip)},move:a,up:e=>{a(e),t.end()},cancel:()=>t.cancel(),click:r}}var qS=class{state;stage;drags;name=`pull`;last=null;constructor(e,t,n){this.state=e,this.stage=t,this.drags=n}hover(e){let t=this.under(e);return t&&{selection:{part:{figure:t.figure,part:t.part},lock:null}}}down(e){let t=e.button===0?this.under(e):null;if(!t)return null;let n={figure:t.figure,part:t.part};return KS(this.stage,this.drags,()=>(this.state.select(n),{grip:this.grip(t,e),offset:this.state.tool.value===`root`?this.toRoot(t):[0,0,0]}),()=>this.click(e))}under({view:e,x:t,y:n}){if(!this.state.xray.value)return this.stage.pick(e,t,n);let r=this.stage.hits(e,t,n);return r.find(e=>Rh(e,this.state.selection.value.part))??r[0]??null}click({view:e,x:t,y:n,shift:r,ctrl:i}){let a=this.stage.hits(e,t,n),o=a[0];if((r||i)&&o){this.state.toggle({figure:o.figure,part:o.part});return}let s=a[((this.last&&this.last.view===e&&Math.hypot(t-this.last.x,n-this.last.y)<GS?a.findIndex(e=>Rh(e,this.state.selection.value.part)):-1)+1)%Math.max(a.length,1)];this.last={view:e,x:t,y:n},s&&this.state.select({figure:s.figure,part:s.part})}grip({figure:e,part:t,joint:n,point:r},{shift:i,ctrl:a}){return this.state.tool.value===`root`?{what:`root`,figure:e,part:t}:{what:`part`,figure:e,part:t,at:this.stage.bodies.get(e)?.local(n,r)??null,...this.state.chainOf(e,i?`part`:a?`joint`:void 0)}}toRoot({figure:e,point:t}){let n=this.stage.bodies.get(e);return n?ir(n.effector(0),t):[0,0,0]}},JS=class{state;stage;drags;name=`lock`;constructor(e,t,n){this.state=e,this.stage=t,this.drags=n}hover(e){let t=this.under(e);return t===null?null:{selection:{part:null,lock:t}}}down(e){let t=e.button===0?this.under(e):null;if(t===null)return null;let n=()=>this.state.select(YS(this.state,t).part,t);return KS(this.stage,this.drags,()=>(n(),{grip:{what:`lock`,lock:t},offset:hh(this.stage.marks.toOrigin(t),this.stage.up)}),n)}under({view:e,x:t,y:n}){let r=this.stage.rects[e];return r?this.stage.marks.pick(this.stage.cameras[e],r,t,n):null}};function YS(e,t){let n=e.lock(t);return{part:n?{figure:n.figure,part:n.part}:null,lock:t}}var XS=9,ZS=class{state;stage;drags;name=`path`;constructor(e,t,n){this.state=e,this.stage=t,this.drags=n}hover(e){let t=this.under(e);return this.stage.path.light(t)&&this.stage.request(),t&&(this.state.status.value=`${t.key?`Key`:`Frame`} ${t.frame}: drag to pull the part there`),t&&{selection:null}}down(e){let t=e.button===0?this.under(e):null,{part:n}=this.state.selection.value;if(!t||!n)return null;let{timeline:r}=this.state,i=r.playhead.value,a=KS(this.stage,this.drags,()=>(r.go(t.frame),{grip:{what:`part`,...n,...this.state.chainOf(n.figure)},offset:[0,0,0]}),()=>r.go(t.frame));return{...a,cancel:()=>{a.cancel(),r.go(i)}}}under({view:e,x:t,y:n}){let r=this.stage.rects[e];return r?this.stage.path.pick(this.stage.cameras[e],r,t,n):null}},QS=class{state;stage;name=`skins`;constructor(e,t){this.state=e,this.stage=t}hover(e){let t=this.under(e);return t&&(this.state.status.value=`Frame ${t.frame}: click to go there`),t&&{selection:null}}down(e){let t=e.button===0&&!e.shift&&!e.alt?this.under(e):null;return t?{move:()=>{},up:()=>{},cancel:()=>{},click:()=>this.state.timeline.go(t.frame)}:null}under({view:e,x:t,y:n}){let{stage:r}=this,[i,a]=[r.rects[e],this.state.active.value];if(!i||!a||!r.onion.skins.length)return null;let[o,s]=[null,XS];for(let c of r.onion.skins){let l=a.data.joints.map((t,n)=>r.cameras[e].project(i,mh(nr(c.transforms,12*n+3,4),r.up)));a.data.joints.forEach(({parent:e},r)=>{let[i,u]=[l[r],l[a.jointIndex(e??``)]],d=i&&u?$S(t,n,i,u):1/0;d<s&&([o,s]=[c,d])})}return o}};function $S(e,t,n,r){let[i,a]=[r.x-n.x,r.y-n.y],o=i*i+a*a,s=o?Math.min(Math.max(((e-n.x)*i+(t-n.y)*a)/o,0),1):0;return Math.hypot(e-n.x-s*i,t-n.y-s*a)}var eC=class{state;stage;drags;name=`pole`;constructor(e,t,n){this.state=e,this.stage=t,this.drags=n}hover(e){return this.under(e)?{selection:null}:null}down(e){let t=e.button===0?this.under(e):null,n=this.state.selection.value.part?.figure;if(!t||!n)return null;let r=this.stage.ray(e.view,e.x,e.y),i=hh(t.place,this.stage.up),a=r?ir(i,fv(r,i)):ir(i,i),o={what:`pole`,figure:n,part:t.part,at:[0,0,0]};return KS(this.stage,this.drags,()=>({grip:o,offset:a}),()=>this.state.select({figure:n,part:t.part}))}under({view:e,x:t,y:n}){let r=this.stage.rects[e];return r?this.stage.gizmo.poles.pick(this.stage.cameras[e],r,t,n):null}},tC=Math.PI/36,nC=class{state;stage;drags;name=`ring`;constructor(e,t,n){this.state=e,this.stage=t,this.drags=n}hover(e){let t=this.under(e);return t===null?null:{selection:null,ring:t}}down(e){let t=e.button===0?this.under(e):null;if(t===null)return null;let{stage:n,drags:r}=this,{rings:i}=n,a=i.axes[t]??[0,0,1],o=null,s=0,c=({x:t,y:r})=>{let o=n.stageRay(e.view,t,r);return o&&pv(o,i.badge.place,a)},l=()=>{this.state.readout.value=``,i.light(null),n.request()};return{begin:()=>{let{part:e,lock:n}=this.state.selection.value;if(n!==null)r.begin({what:`lock`,lock:n});else if(e){let t=this.state.chosenOf(e.figure).filter(t=>t!==e.part),n=t.length?{mode:`part`,base:null,others:t}:this.state.chainOf(e.figure);r.begin({what:`rotate`,...e,...n})}i.light(t)},move:l=>{let u=c(l);if(!u)return;s+=hv(o??c(e)??u,u,i.badge.place,a),o=u;let d=l.ctrl?tC*Math.round(s/tC):s;r.move({turn:{axis:hh(a,n.up),angle:d}}),this.state.readout.value=`${Sy[t]} ${(d*180/Math.PI).toFixed(1)}°`},up:()=>{r.end(),l()},cancel:()=>{r.cancel(),l()}}}under({view:e,x:t,y:n}){let r=this.stage.rects[e];return r?this.stage.rings.pick(this.stage.cameras[e],r,t,n):null}},rC=class{state;stage;link;name=`star`;part=null;due=0;constructor(e,t,n){this.state=e,this.stage=t,this.link=n,B(()=>this.follow())}hover(e){return this.isUnder(e)?{selection:null}:null}down(e){let{star:t}=this.stage,n=t.place;return e.button!==0||!n||!this.isUnder(e)?null:{move:t=>{this.put(e,t),cancelAnimationFrame(this.due),this.due=requestAnimationFrame(()=>this.tell(!0))},up:t=>{this.put(e,t),cancelAnimationFrame(this.due),this.tell(!1)},cancel:()=>{cancelAnimationFrame(this.due),t.put(n),t.clear(),this.stage.request(),this.link.tell(`drag_cancel`)}}}isUnder({view:e,x:t,y:n}){let r=this.stage.rects[e];return r!==void 0&&this.stage.star.pick(this.stage.cameras[e],r,t,n)}put({view:e},{x:t,y:n}){let{star:r,cameras:i}=this.stage,a=this.stage.stageRay(e,t,n),o=a&&r.place&&pv(a,r.place,i[e].back());o&&r.put(o),this.stage.request()}tell(e){let{place:t}=this.stage.star;if(!this.part||!t)return;let n=hh(t,this.stage.up);this.link.tell(`chase_begin`,{...this.part,target:n,speed:this.state.view.value.speed,held:e,...this.state.moment()})}follow(){let{state:e,stage:t}=this,n=e.selection.value.part,r=e.tool.value===`star`?n??this.part:null,i=e.figures.value.size?t.find(r):null;(!Rh(r,this.part)||!i&&r)&&(this.part&&this.link.tell(`chase_end`),this.part=i?r:null,t.star.put(i&&mh(i.body.effector(i.joint),t.up)),t.star.clear(),t.request())}},iC=300,aC=250;function oC(e,t,n,r){let i=e=>{let t=a.find(t=>n.cells[t].contains(e.currentTarget))??`perspective`;return[t,n.cells[t]]},o=e=>{let[t,r]=i(e),[a,o]=[r.getBoundingClientRect(),n.element.getBoundingClientRect()];n.labels.follow(e.clientX-o.left,e.clientY-o.top);let{clientX:s,clientY:c,button:l,shiftKey:u,altKey:d}=e,[f,p]=[s-a.left,c-a.top];return{view:t,x:f,y:p,clientX:s,clientY:c,button:l,shift:u,alt:d,ctrl:e.ctrlKey||e.metaKey}},s=new Ib({sample:o,hover:(r,{view:i})=>{e.hover.value=r?.selection??Lh,t.rings.light(r?.ring??null)&&t.request(),t.gizmo.arrows.light(r?.arrow??null)&&t.request(),n.cells[i].classList.toggle(`over`,r!==null)},leave:()=>{n.labels.leave(),e.hover.value=Lh},rest:e=>r.contextMenu(e),pinch:(e,r,i)=>sC(t,n,e,r,i),pinched:()=>n.keepCameras()});for(let e of a)s.listen(n.cells[e]),cC(t,n,e,o);return s}function sC(e,t,{view:n},r,i){let a=e.rects[n];if(!a)return;let o=([e,t])=>[(e.x+t.x)/2,(e.y+t.y)/2],s=([e,t])=>Math.hypot(e.x-t.x,e.y-t.y)||1,[[c,l],[u,d]]=[o(r),o(i)],f=t.cells[n].getBoundingClientRect();e.cameras[n].pan(a,u-c,d-l),e.cameras[n].zoom(a,u-f.left,d-f.top,s(i)/s(r)),e.request()}function cC(e,t,n,r){let i=-1/0,a;t.cells[n].addEventListener(`wheel`,o=>{o.preventDefault();let s=e.rects[n];if(!s)return;let{x:c,y:l}=r(o),u=o.deltaMode===1?16:o.deltaMode===2?200:1;!o.ctrlKey&&(o.deltaX!==0||o.timeStamp-i<iC)?(i=o.timeStamp,e.cameras[n].pan(s,-o.deltaX*u,-o.deltaY*u)):e.cameras[n].zoom(s,c,l,Math.exp(-o.deltaY*u*(o.ctrlKey?.01:.0016))),e.request(),clearTimeout(a),a=setTimeout(()=>t.keepCameras(),aC)},{passive:!1})}function lC(e,t,n,r){let i=e.placeFrom(t),a=e.has(t)?i+1:i,o=[];for(let s=1;s<=n;s++)for(let n of[!1,!0]){let c=Math.round(t)+(n?1:-1)*s*r,l=r?c:e.frames[n?a+s-1:i-s];l!==void 0&&l>=e.first&&l<=e.last&&o.push({frame:l,later:n,away:s})}return o}var uC=[[1,0,0],[0,1,0],[0,0,1]],dC=class{state;stage;limitsBefore=new Set;constructor(e,t){this.state=e,this.stage=t,B(()=>{e.live.value&&t.setLive(e.live.value,e.timeline.playing.value)}),B(()=>this.paint()),B(()=>this.showAppearance()),B(()=>this.showLooks()),B(()=>this.showLimits()),B(()=>this.showLocks()),B(()=>this.showRings()),B(()=>this.showArrows()),B(()=>this.showPoles()),B(()=>this.showPath()),B(()=>this.showOnion())}paint(){this.stage.options.theme!==this.state.theme.value&&this.stage.paint(this.state.theme.value)}showAppearance(){let{state:e,stage:t}=this;for(let n of e.figures.value.keys()){let{hidden:r=!1,tint:i=null}=e.figureState(n)??{};t.setAppearance(n,r,i),t.bodies.get(n)?.xray(e.xray.value)}}showLooks(){let{state:e,stage:t}=this,{part:n,lock:r}=e.selection.value,i=e.hover.value.part;for(let[a,o]of e.figures.value){let s=t.bodies.get(a);if(!s)continue;let c=new Uint8Array(o.data.joints.length),l=(e,t)=>{let n=e?.figure===a?o.jointIndex(e.part):-1;n>=0&&(c[n]|=t)};for(let t of e.drag.value?.chain??[])l(t,Jv.chain);let{hidden:u=!1,frozen:d=!1}=e.figureState(a)??{};o.data.joints.forEach(({name:t},n)=>{e.isHidden(o.ref(t))&&(c[n]|=Jv.hidden),d&&(c[n]|=Jv.frozen)});for(let t of e.chosen.value)l(t,Jv.selected);l(i,Jv.hover),s.look(c);let f=i??(r===null?n:null);s.outlineOf(!u&&f?.figure===a?o.jointIndex(f.part):null)}t.request()}showLimits(){let{state:e,stage:t}=this,n=[...e.figures.value.values()].flatMap(t=>t.jointsAtLimits(e.values(t.id)).map(e=>t.ref(e))),r=e.drag.value;r||(this.limitsBefore=new Set(n.map(Bh)));let i=new Set(r?.chain.map(Bh)),a=e=>!this.limitsBefore.has(Bh(e))||i.has(Bh(e)),o=t=>!e.isHidden(t)&&!e.figureState(t.figure)?.hidden;t.setLimits(r?n.filter(e=>a(e)&&o(e)):[]),t.request()}showLocks(){let{state:e,stage:t}=this;if(!e.figures.value.size)return;let[n,r]=[e.live.value,e.drag.value?.grip],i=r?.what===`lock`&&n?.dragging?r.lock??null:null,a=r?.what===`root`&&n?.dragging?r.figure??null:null,o=i!==null&&n?{id:i,place:n.goal}:a===null?null:{carried:a},s=e.hover.value.lock??e.selection.value.lock;e.theme.value;let c=({id:t,spans:n})=>!n||t===s||e.readings.value.get(t)?.state!==`off`,l=e.locks.value.filter(t=>!e.figureState(t.figure)?.hidden&&c(t));t.setLocks(l,e.readings.value,s,o)}showPath(){let{state:e,stage:t}=this,{timeline:n}=e;n.news.value;let{part:r}=e.selection.value,i=n.path.value?t.find(r):null,[a,o]=r&&i?[n.frames.get(r.figure),n.clips.value.get(r.figure)]:[],s=i?.body.figure.data.joints[i.joint]?.effector;if(!a||!o||!i||!s)t.path.show([],kh[e.theme.value].accent);else{let n=Array.from({length:a.count},(e,t)=>t).filter(e=>a.has(e)),r=new Map(o.frames.map(e=>[Math.round(e),e])),c=n.map(e=>({frame:r.get(a.first+e)??a.first+e,place:mh(Qv(a.transforms(e),i.joint,s),t.up),key:r.has(a.first+e)}));t.path.show(c,kh[e.theme.value].accent)}t.request()}showOnion(){let{state:e,stage:t}=this,{timeline:n}=e,[r,i]=[n.playing.value?0:n.onion.value,e.active.value];n.news.value;let[a,o]=i?[n.clips.value.get(i.id),n.frames.get(i.id)]:[],s=[];if(r&&a&&o)for(let{frame:e,later:t,away:i}of lC(a,n.playhead.value,r,n.onionStep.value)){let n=o.pose(e);n&&s.push({transforms:n.transforms,frame:e,later:t,away:i})}t.onion.show(i?t.bodies.get(i.id)??null:null,s),t.request()}showArrows(){let{state:e,stage:t}=this,{part:n,lock:r}=e.selection.value;e.live.value;let i=e.tool.value===`root`,a=(e.tool.value===`move`||i)&&e.connection.value===`open`,o=a?t.find(n):null,s=a&&!i&&e.lock(r)?t.marks.origin(r??-1):null,c=i?0:o?.joint??0,l=s??(o&&mh(o.body.effector(c),t.up)),[u,d,f]=o&&!s&&!i&&e.view.value.axes===`local`?o.body.axes(c):uC;t.gizmo.arrows.show(l,[mh(u,t.up),mh(d,t.up),mh(f,t.up)]),t.request()}showPoles(){let{state:e,stage:t}=this,{part:n,lock:r}=e.selection.value;e.live.value;let i=e.tool.value===`pull`&&r===null&&!e.playing?t.find(n):null,a=n&&i?.body.figure.joint(n.part)?.limb,o=(i?.body.figure.data.poles??[]).filter(e=>i?.body.figure.joint(e)?.limb===a);t.gizmo.poles.show(o.map(e=>{let n=i?.body.figure.jointIndex(e)??0;return{part:e,place:mh(i?.body.place(n)??[0,0,0],t.up)}})),t.request()}showRings(){let{state:e,stage:t}=this,{part:n,lock:r}=e.selection.value;e.live.value;let i=e.tool.value===`rotate`&&e.connection.value===`open`,a=e.lock(r),o=i&&!a?t.find(n):null;if(i&&a)t.rings.show(t.marks.place(a.id),zy(a.mark.axes,t.up));else if(o){let[e,n,r]=o.body.axes(o.joint),i=[mh(e,t.up),mh(n,t.up),mh(r,t.up)];t.rings.show(mh(o.body.place(o.joint),t.up),i)}else t.rings.show(null);t.request()}},fC=class{state;stage;element=y(`div`,{class:`labels`,"aria-hidden":`true`});name=y(`div`,{class:`hover-name`,hidden:!0});readout=y(`div`,{class:`readout`,hidden:!0});errors=new Map;cursor={x:0,y:0};inside=!1;constructor(e,t){this.state=e,this.stage=t,this.element.append(this.name,this.readout),B(()=>this.showName()),B(()=>{this.readout.textContent=e.readout.value,this.readout.hidden=!e.readout.value,this.putBeside(this.readout)}),B(()=>this.showErrors())}follow(e,t){this.cursor={x:e,y:t},this.inside=!0,this.name.hidden||this.putBeside(this.name),this.readout.hidden||this.putBeside(this.readout)}leave(){this.inside=!1,this.name.hidden=!0}place(){let e=this.state.view.value.large,t=this.stage.cameras[e],n=this.stage.rects[e],r=[];for(let[e,i]of this.errors){let a=this.stage.marks.place(e),o=a&&n&&t.project(n,a);if(i.hidden=!o||!n||o.x<0||o.y<0||o.x>n.width||o.y>n.height,!o||!n||i.hidden)continue;let s=this.stage.marks.part(e),c=s&&t.project(n,s),[l,u]=[o.x-14-i.offsetWidth,o.x+14],d={left:l>=4,right:u+i.offsetWidth<=n.width-4},f=d.left&&(!d.right||c!==null&&c.x>o.x)?l:u,[p,m]=[i.offsetWidth,i.offsetHeight+2],h=o.y-26,g=()=>r.find(e=>f<e.x+e.width&&e.x<f+p&&Math.abs(e.y-h)<m);for(let e=g();e;e=g())h=e.y-m;r.push({x:f,y:h,width:p}),i.style.transform=`translate(${Math.round(n.left+f)}px, ${Math.round(n.top+h)}px)`}}showName(){let{state:e}=this,{part:t,lock:n}=e.hover.value,r=e.lock(n),i=t&&e.figureState(t.figure)?.frozen?` (frozen)`:``,a=r?e.lockLabel(r):t?`${e.label(t)}${i}`:``;this.name.hidden=!a||e.dragging.value||!this.inside,this.name.textContent=a,this.name.hidden||this.putBeside(this.name)}putBeside(e){let{x:t,y:n}=this.cursor,r=this.element.clientWidth-e.offsetWidth-8;e.style.transform=`translate(${Math.round(Math.min(t+16,r))}px, ${Math.round(Math.max(n-30,4))}px)`}showErrors(){let e=this.state.readings.value,t=new Set;for(let{id:n,enabled:r}of this.state.locks.value){let i=e.get(n);if(!r||i?.state!==`violated`)continue;t.add(n);let a=this.errors.get(n);a||(a=y(`div`,{class:`lock-error`}),this.errors.set(n,a),this.element.append(a)),a.textContent=rn(i.error,i.unit)}for(let[e,n]of this.errors)t.has(e)||(n.remove(),this.errors.delete(e));t.size&&this.stage.request()}},pC=class{live;element=y(`output`,{class:`view-rate`,"aria-label":`Frame rate and solve time`});drawnAt=[];timer;constructor(e){this.live=e}count(){this.drawnAt.push(performance.now()),this.forget(),this.timer??=setTimeout(()=>this.show(),250)}forget(){let e=performance.now()-1e3;for(;(this.drawnAt[0]??e)<e;)this.drawnAt.shift()}show(){this.timer=void 0,this.forget();let e=(this.drawnAt.at(-1)??-1/0)<performance.now()-500,t=e?`still`:`${this.drawnAt.length} fps`,n=this.live()?.milliseconds??0;this.element.textContent=n>0?`${t} · ${n.toFixed(n<10?2:0)} ms`:t,e||(this.timer=setTimeout(()=>this.show(),300))}},mC=class{stage;cells;shown=new Map;constructor(e,t){this.stage=e,this.cells=t}has(e){return this.shown.has(e)}set(e,t=``,n=1){this.cells[e].style.background=t&&`url("${t}") no-repeat`,t?this.shown.set(e,{aspect:n,seen:this.stage.cameras[e].state}):this.shown.delete(e),this.place()}place(){for(let[e,{aspect:t,seen:n}]of this.shown){let[r,i]=[this.stage.cameras[e],this.stage.rects[e]],a=i&&r.project(i,r.orbits?r.state.target:n.target);if(!a)continue;let o=i.height*(r.orbits?1:n.height/r.state.height),{style:s}=this.cells[e];s.backgroundSize=`auto ${o}px`,s.backgroundPosition=`${a.x-t*o/2}px ${a.y-o/2}px`}}},hC={perspective:`1`,front:`2`,side:`3`,top:`4`},gC=class{state;stage;element;cells;labels;references;rate;dragged=!1;begun=!1;toReveal=R(null);toFit=[];constructor(e,t,n){this.state=e,this.stage=n,this.cells={perspective:this.cell(`perspective`),front:this.cell(`front`),side:this.cell(`side`),top:this.cell(`top`)};let r=new pC(()=>e.live.value);this.rate=r.element,B(()=>this.newFigures()),new dC(e,n),this.labels=new fC(e,n),this.references=new mC(n,this.cells),this.element=y(`main`,{class:`views`,"aria-label":`Views`},...Object.values(this.cells),n.canvas,this.labels.element),B(()=>this.fitNewFigures()),B(()=>this.revealFigure()),B(()=>this.layout()),B(()=>this.follow()),t.onPose=e=>{this.leaveTrail(e),n.request()},t.onFrames=()=>n.request(),n.onBeforeDraw=()=>t.showNewest(),n.onDrawn=()=>r.count(),n.onLayout=()=>{this.labels.place(),this.references.place()},new ResizeObserver(()=>this.layout()).observe(this.element)}fitView(e,t){for(let n of e)this.stage.fitView(n,t);this.keepCameras()}flip(e){this.stage.cameras[e].flip(),this.stage.request(),this.keepCameras()}follow(){let{state:e,stage:t}=this,[n,r]=[e.dragging.value,e.active.value?.id],i=this.dragged&&!n;this.dragged=n,i&&r&&zt(()=>{if(!e.view.value.follow)return;let n=a.filter(n=>n!==e.view.value.large&&!t.isInSight(n,r));for(let e of n)t.fitView(e);n.length&&this.keepCameras()})}keepCameras(){let{perspective:e,front:t,side:n,top:r}=this.stage.cameras,i={perspective:e.state,front:t.state,side:n.state,top:r.state};this.state.setView({cameras:i})}layout(){let[e,t]=[this.state.full.value,this.state.large.value];this.element.classList.toggle(`full`,e);for(let n of a)this.cells[n].classList.toggle(`large`,n===t),this.cells[n].hidden=e&&n!==t;this.cells[t].append(this.rate);let n=this.element.getBoundingClientRect(),r=!1;for(let e of a){let[t,i]=[this.cells[e],this.stage.rects[e]],{left:a,top:o,width:s,height:c}=t.getBoundingClientRect(),l=t.hidden?void 0:{left:a-n.left,top:o-n.top,width:s,height:c},u=l?.left===i?.left&&l?.top===i?.top&&l?.width===i?.width&&l?.height===i?.height;r||=!u,this.stage.rects[e]=l}let{canvas:i}=this.stage;Math.abs(i.clientWidth-n.width)<1&&Math.abs(i.clientHeight-n.height)<1||this.stage.resize(n.width,n.height),r&&this.stage.request()}cell(e){let{state:t}=this,n=()=>t.setView({large:e,full:!t.view.value.full}),r=y(`button`,{type:`button`,class:`view-title`,title:`Make this the large view (${hC[e]}); double-click: maximize`,onclick:()=>t.view.value.large!==e&&t.setView({large:e,full:!1}),ondblclick:n});return B(()=>{r.textContent=c(e,t.view.value.cameras[e])}),y(`section`,{class:`view`,"data-view":e,"aria-label":`${e} view`,tabindex:`-1`},r,b(`mirror`,`Look from the opposite side (5)`,()=>this.flip(e),{class:`icon-button view-flip`,"aria-label":`${e} view: look from the opposite side`}),b(`expand`,`Maximize view (Shift+Space)`,n,{class:`icon-button view-expand`,"aria-label":`Maximize ${e} view`}))}newFigures(){let{state:e,stage:t}=this,n=e.figures.value,r=new Set([...t.bodies.values()].map(e=>e.figure.data)),i=({id:e,data:n})=>r.has(n)||t.bodies.get(e)?.figure.data.joints.length===n.joints.length,o=[...n.values()].some(i);if(!n.size||!t.setFigures(n)||o)return;let s=this.begun?{}:zt(()=>e.view.value.cameras);for(let e of a)t.cameras[e].state=s[e]??t.cameras[e].state;this.toFit=a.filter(e=>!s[e]),this.begun=!0}reveal(e){this.toReveal.value=e}revealFigure(){let e=this.toReveal.value;e!==null&&this.state.live.value?.poses.has(e)&&zt(()=>{for(let t of a)this.stage.isInSight(t,e)||this.stage.fitView(t);this.keepCameras(),this.toReveal.value=null})}fitNewFigures(){if(this.state.live.value){for(let e of this.toFit)this.stage.cameras[e].straighten(),this.stage.fitView(e);this.toFit=[]}}leaveTrail(e){let{part:t}=this.state.selection.value,n=e.chasing?this.stage.find(t):null,r=n&&t?e.poses.get(t.figure):void 0,i=n?.body.figure.data.joints[n.joint]?.effector;n&&r&&i&&this.stage.star.leave(mh(Qv(r.transforms,n.joint,i),this.stage.up))}},_C=e=>t=>{let n=new WebSocket(e);return n.binaryType=`arraybuffer`,n.onopen=()=>t.opened(),n.onclose=()=>t.closed(),n.onmessage=e=>t.received(e.data),{get isOpen(){return n.readyState===WebSocket.OPEN},send:e=>n.send(e),close:()=>n.close()}},vC=new URLSearchParams(location.search),yC=vC.has(`low`)||!vC.has(`high`)&&lv(),bC=`This browser cannot draw in three dimensions (WebGL 2). Allow hardware acceleration in its settings, or open the address in another browser.`;function xC(){try{return new Ab({low:yC,theme:`dark`},cv(yC))}catch(e){throw document.body.append(y(`p`,{class:`no-drawing`,role:`alert`},bC)),e}}var Q=new Lg(_C(`${location.origin.replace(`http`,`ws`)}/ws`)),{state:$,drags:SC,link:CC}=Q,wC=xC();wC.surfaces.ask=async e=>{let t=await fetch(`/api/skin/${e}`);if(t.status!==200)throw Error(`the server answered ${t.status}`);return t.arrayBuffer()};var TC=new gC($,Q.receiver,wC),EC=new dt(Q,e=>TC.reveal(e)),DC=new $t(Q,e=>EC.menu(e)),OC=new WS($,SC,wC),kC={moved:()=>TC.keepCameras()},AC=e=>{let t=jC.hovered(e),{part:n,lock:r}=t?.selection??{part:null,lock:null},i=r===null?{part:n,lock:r}:YS($,r);(!t||t.selection)&&$.select(i.part,i.lock),DC.open(i.part,i.lock,{x:e.clientX,y:e.clientY})},jC=oC($,wC,TC,{contextMenu:AC});jC.register(new RS(wC,kC),new zS(wC,kC,AC),new ZS($,wC,SC),new rC($,wC,CC),new nC($,wC,SC),new FS($,wC,SC),new eC($,wC,SC),new JS($,wC,SC),new qS($,wC,SC),new QS($,wC),new BS($,wC,kC));var MC=new W_(Q),NC=new Z_(Q,wC),PC=new Nb(Q),FC=new NS(Q,wC,{contextMenu:e=>Ct(Q,FC,PC,DC,e),keyMenu:(e,t)=>wt(Q,FC,PC,e,t)}),IC=new o_(Q,FC,new Wg($,wC));FC.line.outside=e=>IC.take(e);var LC=new tv($,{figures:new m_($,EC),parts:MC,locks:new P_(Q,e=>DC.openKinds(e)),solver:new sv(Q),poses:NC,clips:IC,history:new __(Q)}),RC=new Mh(Q,wC,FC),zC=new wh(Q),BC=new bh(Q,wC),VC=new Pb($),HC=new e,UC=new ii(HC,()=>$.catalogue.value.version),WC=()=>{$.setView({panel:`parts`}),MC.focusSearch()},GC=()=>{$.setView({panel:`poses`}),NC.focusName()},KC=new Qr(Q,wC),qC=new kn(Q),JC=new ui(Q,wC);HC.register(pt(Q,qC,()=>JC.open(),()=>KC.open())),HC.register(Ne(Q,wC,DC,WC)),HC.register(ft($,EC)),HC.register(F(Q,BC)),HC.register(qt(Q,OC,GC)),HC.register(jn(Q)),HC.register(Sn(Q)),HC.register(wn(Q)),HC.register(kt(Q,TC,DC)),HC.register(er($,TC,{over:()=>FC.line.over,fit:()=>FC.fitChosen()})),HC.register(Xn(Q,FC,VC,PC)),HC.register(Ot(Q,FC,PC)),HC.register(un(Q,FC)),HC.register(An(Q)),HC.register(On($,RC,zC)),jC.registerFirst(RC),HC.register(tr($,()=>UC.toggle()));var YC=y(`div`,{class:`veil`,hidden:!0},y(`p`,{},he)),XC=y(`div`,{class:`loading`,role:`status`});TC.element.append(BC.tags,DC.banner,ei(Q),XC),LC.element.append(new Gg(Q).element,new c_(Q).element),document.body.append(wr($,oe(En(HC,Q,DC,EC,qC)),HC),Dr($,HC),y(`div`,{class:`middle`},TC.element,LC.element),Rr(Q,FC,HC),br($,HC),Q.notices.element,UC.element,KC.element,JC.element,RC.element,zC.element,BC.element,PC.element,YC),Te((e,t)=>De(Q,wC,EC,e,t),YC),Bg({state:$,drags:SC,actions:HC,keyboard:OC,pointers:[jC,FC.pointer],views:TC.element,help:UC.element,stop:()=>Q.stop()}),B(()=>{document.documentElement.dataset.theme=$.theme.value}),B(()=>document.body.classList.toggle(`full-view`,$.full.value)),B(()=>wC.setTerrain($.document.value?.terrain??null)),B(()=>{let e=$.connection.value;XC.hidden=e===`open`,XC.textContent=e===`lost`?`The server is gone. All saved edits are on disk: run manikin edit again and open the address it prints.`:`Connecting to manikin …`,document.body.classList.toggle(`apart`,e!==`open`&&$.figures.value.size>0)}),B(()=>{$.file.value&&qC.load()}),TC.layout(),CC.connect(),window.editor=Rg({editor:Q,stage:wC,panes:TC,pointer:jC,actions:HC,timeline:FC});