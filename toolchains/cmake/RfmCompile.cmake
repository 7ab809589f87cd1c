# The compiler options of this project, in one place: warnings, and the
# arithmetic every target must share.

# Warnings for the project's own targets; consumers never see them.
function(rfm_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow
    $<$<COMPILE_LANGUAGE:CXX>:-Wdouble-promotion>
    $<$<BOOL:${RFM_WARNINGS_AS_ERRORS}>:-Werror>)
endfunction()

# No contraction of a*b+c, so that every compiler and target rounds twice. Public, because the
# core's templates are instantiated in the user's translation units, and repeated at link because
# link-time optimisation compiles there.
function(rfm_arithmetic target scope)
  target_compile_options(${target} ${scope} -ffp-contract=off)
  target_link_options(${target} ${scope} -ffp-contract=off)
endfunction()

# What the core promises to do without.
set(RFM_CORE_OPTIONS -fno-math-errno -fno-exceptions -fno-rtti)
