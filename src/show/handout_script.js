const show=()=>{const at=document.getElementById(location.hash.slice(1));
for(let d=at;d;d=d.parentElement)if(d.localName==='details')d.open=true;
if(at)at.scrollIntoView({block:'nearest'});};
addEventListener('hashchange',show);show();
addEventListener('beforeprint',()=>{for(const d of document.querySelectorAll('details'))d.open=true;});
