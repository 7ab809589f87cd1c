#!/usr/bin/env bash
# How many answers a second SQL has of a model with 100 centres and 10 columns:
#
#     tests/sql/speed.sh build/release
set -euo pipefail
build=$1
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
awk 'BEGIN { srand(1); print "a,b,c,d,e,f,g,h,i,j,y"
  for (n = 0; n < 100; ++n) { line = ""; for (k = 0; k < 10; ++k) { x[k] = rand(); line = line x[k] "," }
    print line x[0] * x[1] } }' >"$folder/table.csv"
"$build/bin/rfm" train "$folder/table.csv" --kernel laplace --bandwidth 5 --ridge 0.001 --rounds 2 \
  -o "$folder/model.rfm" --quiet
cells=a,b,c,d,e,f,g,h,i,j
sqlite3 :memory: <<SQL
.load $build/sql/rfm_sql
select rfm_load('m', rfm_model('$folder/model.rfm'));
create table t as with recursive s(n) as (select 1 union all select n + 1 from s where n < 400000)
  select n * 1e-6 a, n % 7 * 0.1 b, n % 11 * 0.1 c, n % 13 * 0.1 d, n % 17 * 0.1 e, n % 19 * 0.1 f,
         n % 23 * 0.1 g, n % 29 * 0.1 h, n % 31 * 0.1 i, n % 37 * 0.1 j from s;
.timer on
select 'columns alone', sum(${cells//,/+}) from t;
select 'by position', sum(rfm_predict('m', $cells)) from t;
select 'by name', sum(rfm_predict('m', json_object('a',a,'b',b,'c',c,'d',d,'e',e,'f',f,'g',g,'h',h,'i',i,'j',j))) from t;
SQL
